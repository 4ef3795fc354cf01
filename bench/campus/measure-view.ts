import type { buildApp } from '../../server/app.ts';
import type { RecordedPool } from './plans.ts';
import type { StormProduct } from '../storm/storm-product.ts';
import { quantile } from '../../server/testing/print-table.ts';
import { countAnswered, type View, type Visitor } from './views.ts';

export interface Measured {
  medianMs: number;
  p95Ms: number;
  /** The size of all replies of one visit, uncompressed. */
  bytes: number;
  rowsRead: number;
  plans: string[];
  rowsAnswered: number;
  /** The people and works with a name to search in. */
  rowsNamed: number;
  /** The longest time for which the server's event loop was blocked. */
  stallMs: number;
  nodeMs: number;
  postgresMs: number;
}

const CALLS = { student: 150, teacher: 60, staff: 60 };
/** Slow views are measured less often. */
const SLOW_MS = 1000;
const CALLS_WHEN_SLOW = 4;

interface Surroundings {
  product: StormProduct;
  visitors: Record<View['who'], Visitor[]>;
  /** The same application on a database that records what it reads. */
  explained: { app: Awaited<ReturnType<typeof buildApp>>; database: RecordedPool };
}

/** Measures one view as its visitors request it, one after the other. */
export async function measureView(
  view: View,
  { product, visitors, explained }: Surroundings,
): Promise<Measured> {
  const visit = (call: number) => {
    const visitor = visitors[view.who][call % visitors[view.who].length];
    if (!visitor) throw new Error('There is no visitor.');
    return askAll(product.url, view, visitor);
  };
  const first = await visit(0);
  const { ms: warmMs } = await visit(1);
  const calls = warmMs > SLOW_MS ? CALLS_WHEN_SLOW : (view.calls ?? CALLS[view.who]);
  await readLongestStall(product);
  const endCost = await product.beginCost();
  const times: number[] = [];
  let bytes = 0;
  for (let call = 0; call < calls; call++) {
    const visited = await visit(call + 2);
    times.push(visited.ms);
    bytes = Math.max(bytes, visited.bytes);
  }
  const { serverSeconds, postgresSeconds } = await endCost();
  const stallMs = await readLongestStall(product);
  const [visitor] = visitors[view.who];
  if (!visitor) throw new Error('There is no visitor.');
  const { rowsRead, plans } = await explained.database.readPlans(async () => {
    for (const url of view.paths(visitor)) {
      const reply = await explained.app.inject({
        url,
        headers: { authorization: visitor.token },
      });
      if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
    }
  });
  return {
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    bytes,
    rowsRead,
    plans,
    rowsAnswered: Math.max(1, first.rowsAnswered),
    rowsNamed: await countNamed(product),
    stallMs,
    nodeMs: (serverSeconds * 1000) / calls,
    postgresMs: (postgresSeconds * 1000) / calls,
  };
}

async function countNamed({ pool }: StormProduct): Promise<number> {
  const { rows } = await pool.query(
    `select (select count(*) from people) + (select count(*) from quizzes)
       + (select count(*) from assignments) as named`,
  );
  return Number(rows[0].named);
}

async function askAll(url: string, view: View, visitor: Visitor) {
  const headers = { authorization: visitor.token, 'accept-encoding': 'identity' };
  const asked = performance.now();
  const replies = await Promise.all(
    view.paths(visitor).map(async (path) => {
      const reply = await fetch(`${url}${path}`, { headers });
      const body = await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
      return body;
    }),
  );
  const ms = performance.now() - asked;
  return {
    ms,
    bytes: replies.reduce((sum, { byteLength }) => sum + byteLength, 0),
    rowsAnswered: replies.reduce((sum, reply) => sum + countIn(reply), 0),
  };
}

/** A calendar has one event per row. */
function countIn(reply: ArrayBuffer): number {
  const text = Buffer.from(reply).toString();
  return text.startsWith('{')
    ? countAnswered(JSON.parse(text))
    : text.split('BEGIN:VEVENT').length - 1;
}

/** Since the last call, according to the server's monitor of its event loop. */
async function readLongestStall({ url, admin }: StormProduct): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { authorization: admin.token } });
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await reply.text())?.[1];
  return Number(seconds ?? 0) * 1000;
}
