/** Lets at most `places` pieces of work run at once; the others wait in order. */
export function makeGate(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A place that is handed over is never free in between.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Does the work of one key one after the other; of more than may wait, the last is refused. */
export function makeKeyedGate(maxWaiting: number, refuse: () => Error) {
  const lines = new Map<string, { gate: ReturnType<typeof makeGate>; length: number }>();
  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = lines.get(key) ?? { gate: makeGate(1), length: 0 };
    if (line.length > maxWaiting) throw refuse();
    lines.set(key, line);
    line.length += 1;
    try {
      return await line.gate(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
