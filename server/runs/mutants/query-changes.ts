import type { Change, Code } from './code.ts';

/** What beginners confuse in queries; without `distinct`, repeated rows stay. */
const CONFUSED = new Map(
  Object.entries({
    '=': '<>',
    '<>': '=',
    left: 'inner',
    inner: 'left',
    right: 'inner',
    asc: 'desc',
    desc: 'asc',
    min: 'max',
    max: 'min',
    sum: 'avg',
    avg: 'sum',
    distinct: '',
    union: 'union all',
    exists: 'not exists',
    in: 'not in',
    like: 'not like',
    is: 'is not',
    and: 'or',
    or: 'and',
  }),
);
/** Before or after these words, most of the changes are no SQL. */
const UNCHANGED_BESIDE = new Set(['not', 'all']);

/** Changes words of SQL, whatever their case. */
export function changeQueries(code: Code): (Change | null)[] {
  if (!code.isQuery) return [];
  const wordAt = (place: number) => code.textAt(place).toLowerCase();
  return code.tokens.map(({ kind }, place) => {
    const other = kind === 'text' ? undefined : CONFUSED.get(wordAt(place));
    const isBeside = [place - 1, place + 1].some((at) => UNCHANGED_BESIDE.has(wordAt(at)));
    return other === undefined || isBeside ? null : code.replace(place, place, () => other);
  });
}
