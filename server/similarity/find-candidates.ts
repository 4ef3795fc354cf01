/** A fingerprint in more programs does not produce pairs; similar programs share rarer ones. */
const MAX_HOLDERS = 400;
const MIN_ESTIMATE = 0.05;
const MAX_CANDIDATES = 6000;
/** Per program, regardless of the others. */
const OF_EACH = 3;

/**
 * Pairs that share enough fingerprints to be compared, ordered by the first. Unrelated programs are never compared.
 */
export function findCandidates(
  fingerprints: readonly (readonly number[])[],
  gramCount: number,
): [number, number][] {
  const count = fingerprints.length;
  const shared = countShared(fingerprints, gramCount);
  const found: Candidate[] = [];
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const both = shared[one * count + other] ?? 0;
      if (both === 0) continue;
      const sizes = [fingerprints[one]?.length ?? 0, fingerprints[other]?.length ?? 0];
      const estimate = (2 * both) / ((sizes[0] ?? 0) + (sizes[1] ?? 0));
      if (estimate >= MIN_ESTIMATE) found.push({ one, other, estimate });
    }
  }
  return keepBest(found, count).map(({ one, other }) => [one, other]);
}

interface Candidate {
  one: number;
  other: number;
  estimate: number;
}

function keepBest(found: Candidate[], count: number): Candidate[] {
  const ranked = found.toSorted((a, b) => b.estimate - a.estimate);
  const kept = new Int32Array(count);
  return ranked.filter(({ one, other }, rank) => {
    const isWanted =
      rank < MAX_CANDIDATES || (kept[one] ?? 0) < OF_EACH || (kept[other] ?? 0) < OF_EACH;
    if (isWanted) {
      kept[one] = (kept[one] ?? 0) + 1;
      kept[other] = (kept[other] ?? 0) + 1;
    }
    return isWanted;
  });
}

/** Shared fingerprints of each pair, at `one * count + other` with the lower one first. */
function countShared(fingerprints: readonly (readonly number[])[], gramCount: number): Uint16Array {
  const count = fingerprints.length;
  const shared = new Uint16Array(count * count);
  for (const holders of listHolders(fingerprints, gramCount)) {
    if (holders.length > MAX_HOLDERS) continue;
    for (const [place, one] of holders.entries()) {
      for (let next = place + 1; next < holders.length; next += 1) {
        const pair = one * count + (holders[next] ?? 0);
        shared[pair] = Math.min((shared[pair] ?? 0) + 1, 0xffff);
      }
    }
  }
  return shared;
}

/** The programs of each shared fingerprint, in order. */
function listHolders(fingerprints: readonly (readonly number[])[], gramCount: number): number[][] {
  const holders = new Map<number, number[]>();
  const first = new Int32Array(gramCount).fill(-1);
  for (const [program, ofProgram] of fingerprints.entries()) {
    for (const gram of ofProgram) {
      const earlier = first[gram] ?? -1;
      if (earlier === -1) first[gram] = program;
      else addTo(holders, gram, { earlier, program });
    }
  }
  return [...holders.values()];
}

function addTo(
  holders: Map<number, number[]>,
  gram: number,
  { earlier, program }: { earlier: number; program: number },
): void {
  const known = holders.get(gram);
  if (known) known.push(program);
  else holders.set(gram, [earlier, program]);
}
