import {
  LOST_CONDITIONS,
  NO_PENALTIES,
  NO_SINGLE_MARKS,
  type Shares,
  shareOf,
} from '../answer-shares.ts';
import {
  type XmlElement,
  childOf,
  childrenOf,
  descendantsOf,
  listNames,
} from '../../texts/xml-tree.ts';
import {
  type MapEntry,
  type Mapping,
  choosesOne,
  listCorrect,
  readMapping,
  within,
} from './qti-declaration.ts';

/** How an item scores its answer: by its correct response, by its points, or not said. */
export interface Processing {
  by: 'correct' | 'points' | null;
  /** Has conditions that are neither. */
  isLost: boolean;
}

const UNUSED_POINTS =
  'The points of its single answers are not used by its scoring and were not imported.';
const OTHER_BOUNDS =
  'The bounds of its points were not imported; here its points are never below 0.';

const OTHERS_EARN = 'The points for all other answers were not imported.';

const CONDITIONS = ['responseif', 'responseelseif', 'responseelse'];

/** Elements of the two standard ways to score. */
const STANDARD = new Set(
  'responsecondition responseif responseelseif responseelse isnull not match variable correct setoutcomevalue basevalue sum mapresponse null'.split(
    ' ',
  ),
);

export function readProcessing(item: XmlElement): Processing {
  const processing = childOf(item, 'responseprocessing');
  const template = processing?.attributes.get('template') ?? '';
  if (!processing) return { by: null, isLost: false };
  if (/match_correct/i.test(template)) return { by: 'correct', isLost: false };
  if (/map_response(?!_point)/i.test(template)) return { by: 'points', isLost: false };
  const conditions = descendantsOf(processing, ...CONDITIONS).filter(setsScore);
  const isMapped = descendantsOf(processing, 'mapresponse').length > 0;
  const isMatched = descendantsOf(processing, 'correct').length > 0;
  const isOther = isLostTemplate(template, processing) || conditions.some(isNotStandard);
  const by = isMatched ? 'correct' : null;
  return { by: isMapped ? 'points' : by, isLost: isOther };
}

const isLostTemplate = (template: string, processing: XmlElement): boolean =>
  template !== '' && processing.children.every((node) => typeof node === 'string');

const SCORE = /^(?:SCORE|MAXSCORE)?$/i;

/** Whether a condition changes the score: its own elements, not those of conditions within it. */
export function setsScore(condition: XmlElement): boolean {
  return childrenOf(condition, 'setoutcomevalue').some(({ attributes }) =>
    SCORE.test(attributes.get('identifier') ?? ''),
  );
}

/** Anything but a comparison of the whole answer, and points for one answer beside the correct one. */
function isNotStandard(condition: XmlElement): boolean {
  const names = listNames(condition);
  const matches = descendantsOf(condition, 'match');
  return (
    names.some((name) => !STANDARD.has(name)) ||
    matches.some((match) => childrenOf(match, 'basevalue').length > 0) ||
    (matches.length > 0 && descendantsOf(condition, 'not').length > 0)
  );
}

/** The earning entries of a typed answer, if points score it, and what is lost of them. */
export function readEntries(
  item: XmlElement,
  declaration: XmlElement | undefined,
): { entries: MapEntry[]; leftOut: string[]; isLost: boolean } {
  const mapping = readMapping(declaration);
  const { by, isLost } = readProcessing(item);
  const isCorrect = by === 'correct' && listCorrect(declaration).length > 0;
  if (isCorrect) {
    return { entries: [], leftOut: mapping.entries.length > 0 ? [UNUSED_POINTS] : [], isLost };
  }
  const all = mapping.entries.map((entry) => ({ ...entry, value: within(mapping, entry.value) }));
  const others = within(mapping, mapping.others);
  const entries = all.filter(({ value }) => value > 0);
  return {
    entries,
    leftOut: [
      ...(entries.length < all.length ? [NO_SINGLE_MARKS] : []),
      ...(others < 0 ? [NO_PENALTIES] : []),
      ...(others > 0 ? [OTHERS_EARN] : []),
    ],
    isLost,
  };
}

/** What the points and the correct response of a choice mean, or why they cannot be imported. */
export function judgeChoice(
  item: XmlElement,
  declaration: XmlElement | undefined,
  options: readonly { id: string }[],
): Shares | string {
  const isOne = choosesOne(declaration);
  const mapping = readMapping(declaration);
  const correct = new Set(listCorrect(declaration));
  const { by, isLost } = readProcessing(item);
  const lost = isLost ? [LOST_CONDITIONS] : [];
  const points = options.map(({ id }) => pointsFor(mapping, id, isOne));
  const hasPoints = mapping.entries.length > 0 && points.some((value) => value > 0);
  const suggests = isOne
    ? correct.size === 0 || mapping.entries.length > 1 || mapping.others !== 0
    : true;
  const isMapped =
    hasPoints && (by === 'points' || correct.size === 0 || (by === null && suggests));
  if (isMapped) {
    const judged = shareOf(sharesOf(mapping, points, isOne), { isOne });
    if (typeof judged === 'string') return judged;
    return { ...judged, leftOut: [...judged.leftOut, ...listLost(mapping, judged), ...lost] };
  }
  const right = options.flatMap(({ id }, place) => (correct.has(id) ? [place] : []));
  const unused = by === 'correct' && mapping.entries.length > 0 ? [UNUSED_POINTS] : [];
  return {
    right,
    chooses: isOne ? 'one' : 'several',
    cost: 0,
    rule: 'all_or_nothing',
    leftOut: [...unused, ...lost],
  };
}

function pointsFor(mapping: Mapping, id: string, isOne: boolean): number {
  const value = mapping.entries.find(({ key }) => key === id)?.value ?? mapping.others;
  return isOne ? within(mapping, value) : value;
}

/** Per cent of all points, which an upper bound limits. */
function sharesOf(mapping: Mapping, points: readonly number[], isOne: boolean): number[] {
  const earned = points.filter((value) => value > 0);
  const sum = earned.reduce((total, value) => total + value, 0);
  const whole = isOne ? Math.max(0, ...earned) : within({ lower: null, upper: mapping.upper }, sum);
  return points.map((value) => (value / whole) * 100);
}

/** Our rules for several answers earn nothing at least; other bounds cannot be kept. */
function listLost({ lower, entries, others }: Mapping, { chooses, rule }: Shares): string[] {
  if (chooses === 'one') return [];
  const costs = others < 0 || entries.some(({ value }) => value < 0);
  if (rule === 'plus_minus') return lower === 0 ? [] : [OTHER_BOUNDS];
  return [...(costs ? [NO_PENALTIES] : []), ...(lower !== null && lower > 0 ? [OTHER_BOUNDS] : [])];
}
