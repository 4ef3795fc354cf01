import {
  type FileAnswers,
  type FileNumber,
  PLAIN_NUMBERS,
} from '@vlabs/contract/kinds/file-answers';
import {
  ALL_CAPITALS,
  LOST_CONDITIONS,
  NO_PENALTIES,
  OPEN_BOUNDS,
  snapped,
} from '../answer-shares.ts';
import { differenceOfDecimals, sumOfDecimals, toleranceOfPercent } from '../decimals.ts';
import { listCorrect } from './qti-declaration.ts';
import { readEntries, setsScore } from './qti-scoring.ts';
import {
  type XmlElement,
  childOf,
  childrenOf,
  descendantsOf,
  listNames,
  textOf,
} from '../../texts/xml-tree.ts';

const PER_CENT = 100;

interface Scored<Answer> {
  answer: Answer;
  points: number;
}

/** A typed answer, and what is lost of it. */
interface Read {
  answers: FileAnswers;
  leftOut: string[];
}

const NO_ANSWER = 'It has no right answer.';

/** The typed answer of an item, or why it cannot be imported. */
export function readTypedAnswer(
  item: XmlElement,
  declaration: XmlElement | undefined,
): Read | string {
  const type = declaration?.attributes.get('basetype') ?? 'string';
  if (type === 'float' || type === 'integer') return readNumbers(item, declaration);
  if (type !== 'string') return `Its answer is of the type ${type}, which isn’t supported.`;
  const { entries, leftOut, isLost } = readEntries(item, declaration);
  const answers =
    entries.length > 0
      ? withShares(entries.map(({ key, value }) => ({ answer: key.trim(), points: value })))
      : withShares(listCorrect(declaration).map((answer) => ({ answer, points: 1 })));
  if (answers.length === 0) return NO_ANSWER;
  const sensitive = entries.filter(({ isCaseSensitive }) => isCaseSensitive).length;
  return {
    answers: {
      form: 'texts',
      // A star is a star in these files.
      answers: answers.map(({ answer, worth }) => ({
        text: answer.replaceAll('*', String.raw`\*`),
        worth,
      })),
      ignoresCase: entries.length > 0 && sensitive === 0,
      foldsSpaces: true,
    },
    leftOut: [
      ...leftOut,
      ...(sensitive > 0 && sensitive < entries.length ? [ALL_CAPITALS] : []),
      ...(isLost ? [LOST_CONDITIONS] : []),
    ],
  };
}

/** Shares of the highest points. */
function withShares<Answer>(scored: readonly Scored<Answer>[]) {
  const most = scored.reduce((highest, { points }) => Math.max(highest, points), 0);
  return scored.map(({ answer, points }) => ({
    answer,
    worth: snapped((points / most) * PER_CENT),
  }));
}

function readNumbers(item: XmlElement, declaration: XmlElement | undefined): Read | string {
  const correct = listCorrect(declaration);
  const processing = childOf(item, 'responseprocessing');
  const conditions = processing
    ? descendantsOf(processing, 'responseif', 'responseelseif').filter(setsScore)
    : [];
  const all = conditions.map((condition) => ({
    accepted: readCondition(condition, correct),
    points: pointsOf(condition),
  }));
  const earning = all.filter(({ points }) => points > 0);
  const scored = earning.flatMap(({ accepted, points }) =>
    accepted.map((answer) => ({ answer, points })),
  );
  const { entries, leftOut } = readEntries(item, declaration);
  const exact =
    entries.length > 0
      ? entries.map(({ key, value }) => ({ answer: exactly(key), points: value }))
      : correct.map((value) => ({ answer: exactly(value), points: 1 }));
  const found = withShares(scored.length > 0 ? scored : exact);
  if (found.length === 0) return NO_ANSWER;
  const isLost = earning.some(({ accepted }) => accepted.length === 0);
  const isUnread = all.some(({ points }) => Number.isNaN(points));
  return {
    answers: {
      ...PLAIN_NUMBERS,
      answers: found.map(({ answer, worth }) => ({ ...answer, worth })),
    },
    leftOut: [
      ...(scored.length === 0 ? leftOut : []),
      ...(conditions.some(hasOpenBounds) ? [OPEN_BOUNDS] : []),
      ...(all.some(({ points }) => points < 0) ? [NO_PENALTIES] : []),
      ...(isLost || isUnread ? [LOST_CONDITIONS] : []),
    ],
  };
}

type Accepted = Omit<FileNumber, 'worth'>;

const exactly = (value: string): Accepted => ({
  by: 'absolute',
  value: value.trim(),
  tolerance: '0',
  to: '',
});

const hasOpenBounds = (condition: XmlElement): boolean =>
  descendantsOf(condition, 'equal').some(({ attributes }) =>
    ['includelowerbound', 'includeupperbound'].some((name) => attributes.get(name) === 'false'),
  );

/** The numbers that a condition accepts: any of some, or those between two; none if it is anything else. */
function readCondition(condition: XmlElement, correct: readonly string[]): Accepted[] {
  const has = (...names: string[]) => descendantsOf(condition, ...names).length > 0;
  const bounds = ['gte', 'lte'].flatMap((name) => {
    const [first, ...more] = descendantsOf(condition, name);
    const value = more.length > 0 ? undefined : valueIn(first, correct);
    return value === undefined ? [] : [value];
  });
  const equals = descendantsOf(condition, 'equal', 'match');
  if (listNames(condition).some((name) => !READ.has(name))) return [];
  if (equals.length === 0) {
    const [from, to] = bounds;
    if (from === undefined || to === undefined || has('or')) return [];
    return [{ by: 'range', value: from, tolerance: '0', to }];
  }
  if (has('and', 'gte', 'lte')) return [];
  const read = equals.map((equal) => readEqual(equal, correct));
  const accepted = read.filter((one) => one !== null);
  return accepted.length < read.length ? [] : accepted;
}

const READ = new Set(
  'equal match and or gte lte variable correct basevalue setoutcomevalue'.split(' '),
);

/** Different tolerances below and above are a range. */
function readEqual(equal: XmlElement, correct: readonly string[]): Accepted | null {
  const value = valueIn(equal, correct);
  if (value === undefined) return null;
  const [below = '', above = below] = (equal.attributes.get('tolerance') ?? '').trim().split(/\s+/);
  const mode = equal.attributes.get('tolerancemode') ?? 'exact';
  if (mode === 'exact') return exactly(value);
  if (mode === 'absolute' && below === above) {
    return { by: 'absolute', value, tolerance: below, to: '' };
  }
  if (mode === 'absolute') {
    const [from, to] = [differenceOfDecimals(value, below), sumOfDecimals(value, above)];
    return from === null || to === null ? null : { by: 'range', value: from, tolerance: '0', to };
  }
  const tolerance = toleranceOfPercent(below);
  if (tolerance === null || below !== above) return null;
  return { by: 'relative', value, tolerance, to: '' };
}

/** The number that a variable is compared with. */
function valueIn(element: XmlElement | undefined, correct: readonly string[]): string | undefined {
  if (!element) return undefined;
  const [value] = childrenOf(element, 'basevalue');
  if (value) return textOf(value).trim();
  return childOf(element, 'correct') ? correct[0] : undefined;
}

/** Not a number if the points are computed, except from the points of single answers. */
function pointsOf(condition: XmlElement): number {
  const outcome = childrenOf(condition, 'setoutcomevalue').find(
    ({ attributes }) => (attributes.get('identifier') ?? 'SCORE') === 'SCORE',
  );
  const value = childOf(outcome, 'basevalue');
  if (value) return Number(textOf(value).trim() || '0');
  return outcome && !childOf(outcome, 'mapresponse') ? Number.NaN : 0;
}
