import {
  ALL_OR_NOTHING,
  LOST_CONDITIONS,
  NO_PENALTIES,
  PARTIAL_MARKS,
  type Shares,
  shareOf,
} from '../answer-shares.ts';
import {
  type XmlElement,
  childOf,
  childrenOf,
  descendantsOf,
  listNames,
  textOf,
} from '../../texts/xml-tree.ts';

/** A condition that earns or costs points, and how many. */
export interface Scored {
  variables: XmlElement;
  score: number;
}

/** Some conditions change the score in a way that has no points of its own. */
interface Scoring {
  scored: Scored[];
  isUnread: boolean;
}

const setsScore = ({ attributes }: XmlElement): boolean =>
  /^(?:SCORE|que_score)?$/i.test(attributes.get('varname') ?? '');

/** The conditions of an item that earn or cost points. */
export function readScoring(item: XmlElement): Scoring {
  const changes = descendantsOf(item, 'respcondition').map((condition) => ({
    variables: childOf(condition, 'conditionvar'),
    values: childrenOf(condition, 'setvar').filter(setsScore).map(pointsOf),
  }));
  return {
    scored: changes.flatMap(({ variables, values }) => {
      const score = values.find((value) => value !== null && value !== 0) ?? 0;
      return variables && score !== 0 ? [{ variables, score }] : [];
    }),
    isUnread: changes.some(({ values }) => values.includes(null)),
  };
}

/** What a `setvar` adds or takes away; null for anything else. */
function pointsOf(setvar: XmlElement): number | null {
  const action = (setvar.attributes.get('action') ?? 'Set').trim().toLowerCase();
  const value = Number(textOf(setvar).trim());
  if (!Number.isFinite(value)) return null;
  if (action === 'subtract') return -value;
  return action === 'set' || action === 'add' ? value : null;
}

const earns = ({ score }: Scored): boolean => score > 0;

/** What the conditions of a choice mean, or why they cannot be imported. */
export function judgeOptions(
  item: XmlElement,
  ids: readonly string[],
  { isOne }: { isOne: boolean },
): Shares | string {
  const { scored, isUnread } = readScoring(item);
  const chosen = scored
    .filter(earns)
    .flatMap(({ variables, score }) => listChosen(variables).map((id) => ({ id, score })));
  if (new Set(chosen.map(({ score }) => score)).size > 1) return PARTIAL_MARKS;
  const right = ids.flatMap((id, place) => (chosen.some((one) => one.id === id) ? [place] : []));
  const isLost = isUnread || scored.some((one) => !isReadable(one, isOne));
  const lost = isLost ? [LOST_CONDITIONS] : [];
  const all = judgeShares(scored, { ids, isOne });
  if (typeof all === 'string') return all;
  if (all) return { ...all, leftOut: [...all.leftOut, ...lost] };
  const hasCosts = !scored.every(earns);
  const hasMarks = !isOne && scored.filter(earns).length > 1;
  return {
    right,
    chooses: isOne ? 'one' : 'several',
    cost: 0,
    rule: 'all_or_nothing',
    leftOut: [...(hasCosts ? [NO_PENALTIES] : []), ...(hasMarks ? [ALL_OR_NOTHING] : []), ...lost],
  };
}

/** The shares of the options if some cost points and each condition names one; null otherwise. */
function judgeShares(
  scored: readonly Scored[],
  { ids, isOne }: { ids: readonly string[]; isOne: boolean },
): Shares | string | null {
  if (scored.every(earns) || !scored.some(earns)) return null;
  const points = new Map<string, number>();
  for (const { variables, score } of scored) {
    const [id, ...more] = listChosen(variables);
    const isSimple = more.length === 0 && descendantsOf(variables, 'not').length === 0;
    if (id === undefined || !isSimple) return null;
    points.set(id, (points.get(id) ?? 0) + score);
  }
  const earned = [...points.values()].filter((value) => value > 0);
  const whole = isOne ? Math.max(0, ...earned) : earned.reduce((sum, value) => sum + value, 0);
  if (whole === 0) return null;
  return shareOf(
    ids.map((id) => ((points.get(id) ?? 0) / whole) * 100),
    { isOne },
  );
}

const READ = new Set(['varequal', 'and', 'or', 'not']);

function isReadable({ variables, score }: Scored, isOne: boolean): boolean {
  const names = listNames(variables);
  if (names.some((name) => !READ.has(name)) || (!isOne && names.includes('or'))) return false;
  return score < 0 || listChosen(variables).length > 0;
}

/** What must be chosen; exclusions are in `not`. */
function listChosen(element: XmlElement): string[] {
  return element.children.flatMap((node) => {
    if (typeof node === 'string' || node.name === 'not') return [];
    return node.name === 'varequal' ? [textOf(node).trim()] : listChosen(node);
  });
}
