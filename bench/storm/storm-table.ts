import type { Calls } from '../../server/testing/load/sitters.ts';
import { quantile } from '../../server/testing/print-table.ts';
import type { Cost, StormProduct } from './storm-product.ts';

/** Does the work and counts its cost. */
export async function costOf(product: StormProduct, work: () => Promise<void>): Promise<Cost> {
  const endCost = await product.beginCost();
  await work();
  return endCost();
}

function mean(bytes: readonly number[]): number {
  return Math.round(bytes.reduce((sum, count) => sum + count, 0) / Math.max(1, bytes.length));
}

export const COLUMNS = [
  'class',
  'calls',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'max ms',
  'again',
  'errors',
  'missing',
  'queries a call',
  'sent B',
  'received B',
  'CPU s: server',
  'PostgreSQL',
  'client',
  'server waited s',
];

/** One kind of calls; without a cost if others share it. */
export function row(
  name: string,
  { calls: { replies, refused, again }, cost }: { calls: Calls; cost: Cost | null },
  missing: number | null,
): string[] {
  const times = replies.map(({ tookMs }) => tookMs);
  const errors = Object.values(refused).reduce((sum, count) => sum + count, 0);
  return [
    name,
    String(replies.length + errors),
    ...[0.5, 0.95, 0.99, 1].map((part) => quantile(times, part).toFixed(0)),
    String(again ?? 0),
    String(errors),
    missing === null ? '–' : String(missing),
    cost ? (cost.statements / (replies.length + errors)).toFixed(2) : '–',
    String(mean(replies.map(({ sentBytes }) => sentBytes))),
    String(mean(replies.map(({ receivedBytes }) => receivedBytes))),
    ...(cost
      ? [cost.serverSeconds, cost.postgresSeconds, cost.clientSeconds, cost.waitedSeconds].map(
          (one) => one.toFixed(1),
        )
      : ['–', '–', '–', '–']),
  ];
}
