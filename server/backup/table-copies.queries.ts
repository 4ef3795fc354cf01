import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import type { Table } from './tables.queries.ts';

type Bytes = AsyncIterable<Buffer>;

interface Copied {
  rows: number;
  /** Hexadecimal hash of the rows in the format of COPY. */
  sha256: string;
}

/** COPY takes no parameters, so the quoted names become part of its text. */
function nameTable({ schema, table, columns }: Table): string {
  const names = columns.map((column) => escapeIdentifier(column)).join(', ');
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)} (${names})`;
}

const buffers = async function* (chunks: AsyncIterable<unknown>): Bytes {
  for await (const chunk of chunks) yield z.instanceof(Buffer).parse(chunk);
};

/** The compressed rows of a table. Call `copied` when all bytes were read. */
export function copyOut(client: ClientBase, table: Table): { bytes: Bytes; copied: () => Copied } {
  const rows = client.query(copyTo(`copy ${nameTable(table)} to stdout`));
  const hash = createHash('sha256');
  const hashed = async function* (): Bytes {
    for await (const chunk of buffers(rows)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const compressed = createZstdCompress();
  // The reader of the compressed bytes receives the error.
  pipeline(hashed, compressed).catch(() => undefined);
  let sha256: string | null = null;
  return {
    bytes: buffers(compressed),
    copied: () => ({ rows: rows.rowCount, sha256: (sha256 ??= hash.digest('hex')) }),
  };
}

/** Writes the rows from `copyOut` into an existing table. */
export async function copyIn(client: ClientBase, table: Table, bytes: Bytes): Promise<Copied> {
  const rows = client.query(copyFrom(`copy ${nameTable(table)} from stdin`));
  const hash = createHash('sha256');
  await pipeline(
    Readable.from(bytes),
    createZstdDecompress(),
    async function* (chunks: AsyncIterable<unknown>): Bytes {
      for await (const chunk of buffers(chunks)) {
        hash.update(chunk);
        yield chunk;
      }
    },
    rows,
  );
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** Hashes the rows that are in the table now. */
export async function hashTable(client: ClientBase, table: Table): Promise<Copied> {
  const rows = client.query(copyTo(`copy ${nameTable(table)} to stdout`));
  const hash = createHash('sha256');
  for await (const chunk of buffers(rows)) hash.update(chunk);
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** All reads within see the database as of now. */
export async function inSnapshot<Result>(
  client: ClientBase,
  read: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await read();
  } finally {
    await client.query('rollback');
  }
}

/** Disables triggers while the tables are filled: they ran when the rows were first written. */
export async function fillQuietly(
  client: ClientBase,
  tables: readonly Table[],
  fill: () => Promise<void>,
): Promise<void> {
  const names = tables.map(
    ({ schema, table }) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`,
  );
  await client.query('begin');
  try {
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    // The backup includes the rows that the migrations have inserted.
    await client.query(`truncate ${names.join(', ')} cascade`);
    await fill();
    // Checks deferred references now, because a table with pending ones can't be altered.
    await client.query('set constraints all immediate');
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
