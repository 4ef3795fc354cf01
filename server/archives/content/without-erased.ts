import { z } from 'zod';
import { readZip } from '../../platform/zip/read-zip.ts';
import { canonicalJson } from './canonical-json.ts';
import { type ArchiveEntry, isView } from './entries.ts';
import { Tables, writeTables } from './tables.ts';
import { MANIFEST, README } from './write-archive.ts';

/** A person of an archive who was erased since, as they are called now. */
export interface ErasedPerson {
  reference: string;
  rollNumber: string;
  name: string;
}

/** Written again, because they follow from the others or name people. */
const AGAIN = [README, MANIFEST, 'all.json', 'results.csv'];

const Timeline = z.array(z.record(z.string(), z.unknown()));

/**
 * The entries of an archive without what identifies erased people. The files of others are copied byte for byte: the
 * database may have lost what they show.
 */
export async function* listWithoutErased(
  path: string,
  erased: readonly ErasedPerson[],
): AsyncGenerator<ArchiveEntry> {
  const timelines = new Set(erased.map(({ reference }) => `attempts/${reference}/timeline.json`));
  const isOfErased = (name: string) =>
    erased.some(({ reference }) => name.startsWith(`attempts/${reference}/`));
  let tables: Tables | null = null;
  for await (const { name, read } of readZip(path)) {
    if (name === 'all.json') tables = Tables.parse(JSON.parse(String(await read())));
    if (AGAIN.includes(name) || (isView(name) && isOfErased(name))) continue;
    const content = await read();
    yield { name, content: timelines.has(name) ? withoutOrigins(content) : content };
  }
  if (!tables) throw new Error('An archive has no tables.');
  const nameOf = new Map(erased.map((person) => [person.reference, person]));
  const people = tables.people.map((person) => ({ ...person, ...nameOf.get(person.reference) }));
  yield* writeTables({ ...tables, people });
}

/** What happened, without addresses and browsers. */
const withoutOrigins = (timeline: Buffer): string =>
  canonicalJson(
    Timeline.parse(JSON.parse(String(timeline))).map((step) => ({
      ...step,
      address: null,
      browser: null,
    })),
  );
