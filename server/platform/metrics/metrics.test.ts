import { once } from 'node:events';
import Fastify from 'fastify';
import { Client, type Pool } from 'pg';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../../testing/database/test-database.ts';
import { METRICS_TOKEN, scrape as asked } from '../../testing/scrape.ts';
import { askedGauge } from './asked-gauge.ts';
import { serveMetrics } from './metrics.ts';
import { openPool } from '../postgres/open-pool.ts';

const isNever = async () => false;

async function scrape(pool: Pool): Promise<string> {
  const registry = new Registry();
  const app = Fastify();
  serveMetrics(
    app,
    { registry, pool, dataFolder: import.meta.dirname },
    { token: METRICS_TOKEN, isAdmin: isNever, isDemoOpen: isNever },
  );
  const reply = await app.inject(asked);
  expect(reply.statusCode).toBe(200);
  return reply.body;
}

test('while the database is away the metrics report it, and all other metrics are available', async () => {
  const { pool } = openPool('postgresql://nobody@127.0.0.1:9/none');
  onTestFinished(() => pool.end());
  const text = await scrape(pool);
  expect(text).toMatch(/^database_up 0$/m);
  expect(text).not.toMatch(/^database_standbys /m);
  expect(text).toMatch(/^data_folder_free_bytes \d/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});

test('what does not answer holds up no scrape', async () => {
  const registry = new Registry();
  const never = Promise.withResolvers<never>().promise;
  registry.registerMetric(askedGauge({ name: 'silent', help: 'Never answered' }, () => never));
  const frozen = { name: 'frozen_up', help: 'Never answered', otherwise: 0 };
  registry.registerMetric(askedGauge(frozen, () => never));
  registry.registerMetric(
    askedGauge({ name: 'known', help: 'Answered' }, async () => [{ value: 7 }]),
  );
  const text = await registry.metrics();
  expect(text).toMatch(/^known 7$/m);
  expect(text).not.toMatch(/^silent /m);
  expect(text).toMatch(/^frozen_up 0$/m);
});

test('a standby that receives and does not apply is behind', async () => {
  const database = await makeTestDatabase();
  onTestFinished(() => database.close());
  expect(await scrape(database.pool)).toMatch(/^database_standbys 0$/m);
  const standby = await startStandby(database.databaseUrl);
  await database.pool.query('create table written as select generate_series(1, 10000)');
  await expect
    .poll(() => scrape(database.pool))
    .toMatch(/^database_replication_lag_bytes\{standby="a-standby"\} [1-9]\d{4}/m);
  expect(await scrape(database.pool)).toMatch(/^database_standbys 1$/m);
  await standby.end();
  await expect.poll(() => scrape(database.pool)).toMatch(/^database_standbys 0$/m);
});

/** Speaks the beginning of the replication protocol and applies nothing. */
async function startStandby(url: string): Promise<Client> {
  const options = { connectionString: url, application_name: 'a-standby', replication: 'true' };
  const standby = new Client(options);
  standby.on('error', () => undefined);
  await standby.connect();
  const { rows } = await standby.query<{ xlogpos: string }>('IDENTIFY_SYSTEM');
  const started = once(standby.connection, 'replicationStart');
  standby.query(`START_REPLICATION PHYSICAL ${rows[0]?.xlogpos}`).catch(() => undefined);
  await started;
  standby.connection.stream.write(appliedTo(rows[0]?.xlogpos ?? ''));
  return standby;
}

/** A standby status update: written, flushed and applied up to this position, without a reply. */
function appliedTo(place: string): Buffer {
  const [high = '0', low = '0'] = place.split('/');
  const reported = Buffer.alloc(5 + 1 + 4 * 8 + 1);
  reported.write('d');
  reported.writeInt32BE(reported.length - 1, 1);
  reported.write('r', 5);
  const lsn = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  for (const at of [6, 14, 22]) reported.writeBigInt64BE(lsn, at);
  return reported;
}
