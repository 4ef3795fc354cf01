import type { Change, Code } from './code.ts';

type Changes = (Change | null)[];

const RELATIONS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
};
const ARITHMETIC: Record<string, string> = {
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '*',
  '%': '*',
  '//': '*',
  '**': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '+=',
};
const LOGIC: Record<string, string> = { '&&': '||', '||': '&&', and: 'or', or: 'and' };
const STEPS: Record<string, string> = { '++': '--', '--': '++' };
/** What may be between the brackets of type arguments. */
const OF_TYPES = new Set(['<', '>', '>>', ',', '::', '*', '&', '[', ']', '?']);
const LONGEST_TYPE = 20;

/** Replaces single tokens by a table. */
function swap(
  { tokens, replace }: Bound,
  table: Record<string, string>,
  isMeant: (place: number) => boolean = () => true,
): Changes {
  return tokens.map(({ kind, text }, place) => {
    const other = kind === 'text' || !Object.hasOwn(table, text) ? undefined : table[text];
    return other === undefined || !isMeant(place) ? null : replace(place, place, () => other);
  });
}

interface Bound {
  tokens: Code['tokens'];
  replace: Code['replace'];
}
const bind = (code: Code): Bound => ({
  tokens: code.tokens,
  replace: (first, last, write) => code.replace(first, last, write),
});

export const changeRelations = (code: Code): Changes =>
  swap(bind(code), RELATIONS, (place) => code.endsValue(place - 1) && !isOfTypes(code, place));

export const changeArithmetic = (code: Code): Changes =>
  swap(bind(code), ARITHMETIC, (place) => code.endsValue(place - 1) && !isPointer(code, place));

/** `Node *next` at the beginning of a statement declares a pointer. */
const isPointer = (code: Code, place: number) =>
  code.textAt(place) === '*' && [';', '{', '}', ''].includes(code.textAt(place - 2));

export const changeLogic = (code: Code): Changes => swap(bind(code), LOGIC);

export const changeSteps = (code: Code): Changes => swap(bind(code), STEPS);

/** `List<Integer>`: type arguments close before anything that types do not have. */
function isOfTypes(code: Code, place: number): boolean {
  const step = code.textAt(place) === '<' ? 1 : -1;
  if (code.isPython || !'<>'.includes(code.textAt(place))) return false;
  const closing = step === 1 ? ['>', '>>'] : ['<'];
  for (let at = place + step; Math.abs(at - place) <= LONGEST_TYPE; at += step) {
    const token = code.tokens[at];
    if (!token) return false;
    if (closing.includes(token.text)) return true;
    if (token.kind !== 'word' && !OF_TYPES.has(token.text)) return false;
  }
  return false;
}

const INTEGER = /^(0|[1-9]\d{0,17})([uUlL]{0,3})$/;

function changeNumbers(
  code: Code,
  isMeant: (place: number) => boolean,
  change: (value: bigint) => bigint,
): Changes {
  return code.tokens.map(({ kind, text }, place) => {
    const read = kind === 'number' ? INTEGER.exec(text) : null;
    if (!read || !isMeant(place)) return null;
    const [, digits = '', suffix = ''] = read;
    return code.replace(place, place, () => `${change(BigInt(digits))}${suffix}`);
  });
}

const isInitial = (code: Code, place: number) => code.textAt(place - 1) === '=';

/** One more. */
export const changeConstants = (code: Code): Changes =>
  changeNumbers(
    code,
    (place) => !isInitial(code, place),
    (value) => value + 1n,
  );

/** 0 becomes 1, and everything else 0. */
export const changeInitialValues = (code: Code): Changes =>
  changeNumbers(
    code,
    (place) => isInitial(code, place),
    (value) => (value === 0n ? 1n : 0n),
  );
