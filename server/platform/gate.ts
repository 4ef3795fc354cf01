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
