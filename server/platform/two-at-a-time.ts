/** Maps in order, with at most two calls in progress. */
export async function mapTwoAtATime<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results.set(at, await work(item));
  };
  await Promise.all([worker(), worker()]);
  return [...results.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([, result]) => result);
}
