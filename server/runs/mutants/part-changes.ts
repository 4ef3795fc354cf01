import type { Change, Code } from './code.ts';

type Changes = (Change | null)[];

const CONDITIONAL = new Set(['if', 'while', 'elif']);

/** `if (x)` becomes `if (!(x))`. */
export function negateConditions(code: Code): Changes {
  return code.tokens.map(({ kind, text }, place) => {
    if (kind !== 'word' || !CONDITIONAL.has(text)) return null;
    if (code.isPython) {
      const end = findInLine(code, place + 1, ':');
      return end === null
        ? null
        : code.replace(place + 1, end - 1, (condition) => `not (${condition})`);
    }
    const end = code.textAt(place + 1) === '(' ? code.closingOf(place + 1) : null;
    return end === null ? null : code.replace(place + 2, end - 1, (condition) => `!(${condition})`);
  });
}

/** The first such sign outside of brackets, before the line ends. */
function findInLine(code: Code, from: number, sign: string): number | null {
  for (let place = from; place < code.tokens.length; place += 1) {
    if (place > from && code.isFirstInLine(place)) return null;
    if (code.textAt(place) === sign) return place;
    place = code.closingOf(place) ?? place;
  }
  return null;
}

/** An assignment or call is left out. */
export function removeStatements(code: Code): Changes {
  return code.tokens.map((_token, place) => {
    if (!code.isName(place) || !beginsStatement(code, place) || !isAct(code, place)) return null;
    if (code.endsWithLine) {
      const end = endOfLine(code, place);
      return code.replace(place, end, () => (code.isPython ? 'pass' : ''));
    }
    const end = findInLine(code, place, ';');
    return end === null ? null : code.replace(place, end, () => ';');
  });
}

const beginsStatement = (code: Code, place: number) =>
  code.endsWithLine
    ? code.isFirstInLine(place) &&
      !(code.isPython ? code.isInBrackets(place) : code.isInParentheses(place))
    : [';', '{', '}', ''].includes(code.textAt(place - 1)) && !code.isInParentheses(place);

/** Two words in a row declare a variable. */
function isAct(code: Code, place: number): boolean {
  const next = code.tokens[place + 1];
  return next?.kind === 'sign' && !['<', '*', '&', '::', ':', ','].includes(next.text);
}

function endOfLine(code: Code, from: number): number {
  let place = code.closingOf(from) ?? from;
  while (place + 1 < code.tokens.length && !code.isFirstInLine(place + 1)) {
    place = code.closingOf(place + 1) ?? place + 1;
  }
  return place;
}

/** `[i][j]` becomes `[j][i]`, `[i]` becomes `[i - 1]`, and `range(n)` becomes `range(n - 1)`. */
export function changeIndexes(code: Code): Changes {
  return code.tokens.map(({ text }, place) => {
    if (text === 'range' && code.textAt(place + 1) === '(') return changeRange(code, place + 1);
    const isIndex = text === '[' && code.endsValue(place - 1) && code.textAt(place + 2) === ']';
    if (!isIndex || isDeclared(code, place - 1)) return null;
    const isPair = code.textAt(place + 3) === '[' && code.textAt(place + 5) === ']';
    const [one, other] = [code.textAt(place + 1), code.textAt(place + 4)];
    if (isPair && one !== other) {
      return code.replace(place, place + 5, () => `[${other}][${one}]`);
    }
    return code.isName(place + 1) ? code.replace(place + 1, place + 1, lessOne) : null;
  });
}

const lessOne = (text: string) => `${text} - 1`;

/** `int counts[n]` is no index. */
const isDeclared = (code: Code, name: number) => {
  const before = code.tokens[name - 1];
  return before?.kind === 'word' && before.text !== 'return' && before.text !== 'in';
};

/** The last value is the bound, unless there is a step. */
function changeRange(code: Code, opening: number): Change | null {
  const closing = code.closingOf(opening);
  if (closing === null) return null;
  const commas: number[] = [];
  for (let place = opening + 1; place < closing; place += 1) {
    if (code.textAt(place) === ',') commas.push(place);
    place = code.closingOf(place) ?? place;
  }
  const [first, second] = commas;
  return code.replace((first ?? opening) + 1, (second ?? closing) - 1, lessOne);
}

/** Returns 0, or 1 instead of it. */
export function changeReturns(code: Code): Changes {
  return code.tokens.map(({ kind, text }, place) => {
    if (kind !== 'word' || text !== 'return') return null;
    const semicolon = code.endsWithLine ? null : findInLine(code, place + 1, ';');
    const last = code.endsWithLine ? endOfLine(code, place) : (semicolon ?? 0) - 1;
    return last > place ? code.replace(place + 1, last, otherValue) : null;
  });
}

const OPPOSITES: Record<string, string> = {
  '0': '1',
  true: 'false',
  false: 'true',
  True: 'False',
  False: 'True',
};
const otherValue = (value: string) =>
  Object.hasOwn(OPPOSITES, value) ? (OPPOSITES[value] ?? '0') : '0';
