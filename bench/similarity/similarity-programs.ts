/** Programs for one assignment as a class hands them in, with disguised copies, generated from a seed. */

import { type Hand, makeHand, makeRandom, type Random, words } from './similarity-hand.ts';
import { mainPart, type Part, parts } from './similarity-parts.ts';

interface Made {
  id: string;
  source: string;
}

export interface Planted {
  one: string;
  other: string;
  /** From 1 (names and comments changed) to 4 (half of it rewritten). */
  level: 1 | 2 | 3 | 4;
}

const includes =
  '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n';

interface Style {
  shuffles: boolean;
  comments: number;
  /** How often a statement without effect is inserted. */
  inserts: number;
}

function write(hands: readonly Hand[], random: Random, style: Style): string {
  const written = parts.map((part, at) => writePart(part, hands[at % hands.length] ?? fail(), at));
  if (style.shuffles) written.sort(() => random() - 0.5);
  const [hand = fail()] = hands;
  const lines = [...written, writePart(mainPart, hand, parts.length)].join('\n\n').split('\n');
  const all = lines.flatMap((line) => {
    const comment = `/* ${words[Math.floor(random() * words.length)]} */`;
    const isInserted = random() < style.inserts && isStatement(line);
    return [
      ...(random() < style.comments ? [comment] : []),
      line,
      ...(isInserted ? [`${hand.name('nothing')}++;`] : []),
    ];
  });
  return `${includes}int ${hand.name('nothing')};\n\n${all.join('\n')}\n`;
}

const isStatement = (line: string) => line.endsWith(';') && !/^(else|case|for|while|if)/.test(line);

/** No two students order all lines the same, even with the same idea. */
function writePart(part: Part, hand: Hand, number: number): string {
  return part(hand)
    .split('\n')
    .map((line, at) => {
      const own = hand.choose(`line ${number} ${at}`, OWN_WAYS.length * 3);
      return OWN_WAYS[own]?.(line, hand) ?? line;
    })
    .join('\n');
}

const OWN_WAYS: ((line: string, hand: Hand) => string)[] = [
  (line) => line.replace(/^([\w[\]]+) \+= (.+);$/, '$1 = $1 + $2;'),
  (line) => line.replaceAll(/\b(\w+)\+\+/g, '$1 += 1'),
  (line) => line.replace(/^return ([^;]{4,});$/, '{ double out = $1;\nreturn out; }'),
  (line) => line.replaceAll(/\b(\w+) < (\w+)\b/g, '$2 > $1'),
  (line) => line.replaceAll(/\b(\w+)\[(\w+)\]/g, '*($1 + $2)'),
  (line, hand) =>
    isStatement(line) ? `${line}\nif (${hand.name('nothing')} > 9) puts("so");` : line,
  (line, hand) => (isStatement(line) ? `${line}\nprintf("%d ", ${hand.name('nothing')});` : line),
  (line) => line.replace(/^if \(([^()]+)\) (.+;)$/, 'if (!($1)) ;\nelse { $2 }'),
  (line) => line.replaceAll(/ = 0;/g, ' = 1 - 1;'),
];

function fail(): never {
  throw new Error('There is no author.');
}

const COPIES = 40;

const handOf = (structure: number, names: number) =>
  makeHand(makeRandom(structure), makeRandom(names));

/** The programs of this many students, some of which are disguised copies of others. */
export function makeClass(
  students: number,
  seed: number,
): { programs: Made[]; planted: Planted[] } {
  const programs: Made[] = [];
  const planted: Planted[] = [];
  const plain = { shuffles: false, comments: 0.05, inserts: 0 };
  for (let at = 0; at < students - COPIES; at += 1) {
    const own = [handOf(seed + at, seed + at)];
    programs.push({ id: `s${at}`, source: write(own, makeRandom(seed + at), plain) });
  }
  for (let copy = 0; copy < COPIES; copy += 1) {
    const level = ([1, 2, 3, 4] as const)[copy % 4] ?? 1;
    const names = seed + 50_000 + copy;
    const hands = [handOf(seed + copy, names)];
    // At the last level the copier writes every other function themselves.
    if (level === 4) hands.push(handOf(names, names + 1));
    const style = { shuffles: level > 1, comments: 0.3, inserts: level > 2 ? 0.12 : 0 };
    const id = `copy${copy}`;
    programs.push({ id, source: write(hands, makeRandom(names), style) });
    planted.push({ one: `s${copy}`, other: id, level });
  }
  return { programs, planted };
}
