export type Random = () => number;

/** Mulberry32. */
export function makeRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** How one student writes: the same places of a program make the same choices. */
export interface Hand {
  /** The choice with this name among this many. */
  choose: (question: string, answers: number) => number;
  name: (thing: string) => string;
}

export const words = (
  'alpha beta count num total value item data list tmp temp res ans x y z a b c p q r arr marks score roll ' +
  'student rec entry idx pos cur nxt first last low high mid left right best worst acc buf line key val'
).split(' ');

export function makeHand(structure: Random, naming: Random): Hand {
  const answers = new Map<string, number>();
  const names = new Map<string, string>();
  const taken = new Set(['for', 'if', 'int', 'main']);
  return {
    choose: (question, count) => {
      const known = answers.get(question) ?? structure();
      answers.set(question, known);
      return Math.floor(known * count);
    },
    name: (thing) => {
      let name = names.get(thing) ?? '';
      while (name === '' || (taken.has(name) && !names.has(thing))) {
        const one = words[Math.floor(naming() * words.length)] ?? '';
        const other = words[Math.floor(naming() * words.length)] ?? '';
        name = naming() < 0.4 ? one : `${one}_${other}`;
      }
      names.set(thing, name);
      taken.add(name);
      return name;
    },
  };
}

/** One of several ways to write the same code, as this student would. */
export function pick(hand: Hand, question: string, ways: readonly string[]): string {
  return ways[hand.choose(question, ways.length)] ?? '';
}

export function loop(
  hand: Hand,
  at: string,
  parts: { by: string; from: string; to: string; body: string },
) {
  const { by, from, to, body } = parts;
  return pick(hand, `loop ${at}`, [
    `for (int ${by} = ${from}; ${by} < ${to}; ${by}++) {\n${body}\n}`,
    `int ${by} = ${from};\nwhile (${by} < ${to}) {\n${body}\n${by}++;\n}`,
    `for (int ${by} = ${from}; ${by} <= ${to} - 1; ++${by}) {\n${body}\n}`,
    `int ${by};\nfor (${by} = ${from}; ${by} < ${to}; ${by} += 1)\n{\n${body}\n}`,
    `for (int ${by} = (${to}) - 1; ${by} >= ${from}; ${by}--) {\n${body}\n}`,
  ]);
}
