import pino from 'pino';
import { Jobs } from '../platform/jobs/jobs.ts';
import { openPool } from '../platform/postgres/open-pool.ts';

/** Takes one job named "hang" and never ends it. The first argument names the database. */
const { pool } = openPool(process.argv[2] ?? '');
const jobs = new Jobs({ pool, log: pino({ level: 'silent' }), concurrency: 1 });
jobs.handle('hang', () => {
  console.log('taken');
  return new Promise(() => undefined);
});
await jobs.start();
