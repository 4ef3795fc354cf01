/** Runs at most `places` pieces of work at a time; the others wait in order. */
export function makeGate(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot is handed over directly, so that no other caller can take it.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Serializes work per key. Beyond `maxWaiting`, the newest is refused. */
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
