import { z } from 'zod';
import { invalidQuery } from './file-refusals.ts';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 5000;

const Query = z.object({ method: z.string(), values: z.array(z.unknown()).default([]) });
const Count = z.int().min(0).max(1_000_000);

/** Parses the supported queries of Appwrite's client: limit and offset. */
export function readPage(query: Record<string, unknown>) {
  const page = { search: '', limit: DEFAULT_LIMIT, offset: 0 };
  for (const [name, value] of Object.entries(query)) {
    if (name === 'search' && typeof value === 'string') page.search = value;
    if (!/^queries(\[\d*\])?$/.test(name)) continue;
    for (const text of [value].flat()) Object.assign(page, readQuery(text));
  }
  return page;
}

function readQuery(text: unknown): { limit?: number; offset?: number } {
  const query = Query.safeParse(readJson(text));
  const count = Count.safeParse(query.data?.values[0]);
  if (!count.success) throw invalidQuery();
  if (query.data?.method === 'limit') return { limit: Math.min(count.data, MAX_LIMIT) };
  if (query.data?.method === 'offset') return { offset: count.data };
  throw invalidQuery();
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    throw invalidQuery();
  }
}
