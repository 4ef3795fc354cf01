import pino from 'pino';
import { Pool } from 'pg';
import { Jobs } from '../platform/jobs/jobs.ts';

/**
 * Does jobs of the name "crash", two at a time, and says what it begins and ends. The second argument
 * says whether it hangs in all of them; else what is deadly ends this process. The first names the
 * database.
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
