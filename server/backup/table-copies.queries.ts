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
  /** In hexadecimal, of the rows as PostgreSQL writes them. */
  sha256: string;
}

/** COPY takes no parameters, so its names are put into its text, each as PostgreSQL wants a name. */
function nameTable({ schema, table, columns }: Table): string {
  const names = columns.map((column) => escapeIdentifier(column)).join(', ');
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)} (${names})`;
}

const buffers = async function* (chunks: AsyncIterable<unknown>): Bytes {
  for await (const chunk of chunks) yield z.instanceof(Buffer).parse(chunk);
};

/** The rows of a table, compressed; what was copied is known at the end. */
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
  // What fails ends the compressed bytes with it, and is told to whoever reads them.
  pipeline(hashed, compressed).catch(() => undefined);
  let sha256: string | null = null;
  return {
    bytes: buffers(compressed),
    copied: () => ({ rows: rows.rowCount, sha256: (sha256 ??= hash.digest('hex')) }),
  };
}

/** Writes rows that `copyOut` gave into a table that is there. */
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

/** Of the rows that are there now. */
export async function hashTable(client: ClientBase, table: Table): Promise<Copied> {
  const rows = client.query(copyTo(`copy ${nameTable(table)} to stdout`));
  const hash = createHash('sha256');
  for await (const chunk of buffers(rows)) hash.update(chunk);
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** Whatever is read in it is as it is now, however long that takes. */
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

/** While the tables are filled nothing is noted or refused by what watches them: it was, when the rows were made. */
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
    // What the migrations have put there is in the backup as well.
    await client.query(`truncate ${names.join(', ')} cascade`);
    await fill();
    // References are looked at now; a table with some that wait cannot be altered.
    await client.query('set constraints all immediate');
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
