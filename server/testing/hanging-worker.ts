import pino from 'pino';
import { Pool } from 'pg';
import { Jobs } from '../platform/jobs.ts';

/** Takes one job of the name "hang" and never ends it. The database is named by the first argument. */
const pool = new Pool({ connectionString: process.argv[2] ?? '' });
const jobs = new Jobs({ pool, log: pino({ level: 'silent' }), concurrency: 1 });
jobs.handle('hang', () => {
  console.log('taken');
  return new Promise(() => undefined);
});
await jobs.start();
