import type { Pool } from 'pg';
import { expect } from 'vitest';
import { ageStore } from '../database/time-travel.queries.ts';

/** Skips the days in which nothing is removed from a store that is new to its database. */
export async function makeStoreKnown(pool: Pool): Promise<void> {
  await expect.poll(() => ageStore(pool, 8)).toBe(true);
}
