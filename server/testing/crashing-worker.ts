import pino from 'pino';
import { Pool } from 'pg';
import { Jobs } from '../platform/jobs/jobs.ts';

/**
 * Processes jobs named "crash", two at a time, and prints their start and end. Arguments: the
 * database and the mode. In mode "hang" every job hangs; otherwise a deadly job ends this process.
 */
const [, , databaseUrl, mode] = process.argv;
const jobs = new Jobs({
  pool: new Pool({ connectionString: databaseUrl ?? '' }),
  log: pino({ level: 'silent' }),
  concurrency: 2,
  isOnlyServer: true,
});
jobs.handle(
  'crash',
  async (payload) => {
    const payloadText = JSON.stringify(payload);
    console.log(`begun ${payloadText}`);
    if (mode === 'hang') await new Promise(() => undefined);
    if (payloadText.includes('deadly')) process.kill(process.pid, 'SIGKILL');
    console.log(`done ${payloadText}`);
  },
  { giveUp: async (payload) => console.log(`given up ${JSON.stringify(payload)}`) },
);
await jobs.start();
