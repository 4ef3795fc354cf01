import { type FileAnswers, type FileNumber, PLAIN_NUMBERS } from '@vlabs/kinds/file-answers';
import { toleranceOfPercent } from './decimals.ts';
import { snapped } from './answer-shares.ts';
import { listCorrect, listMapped } from './qti-declaration.ts';
import { type XmlElement, childOf, childrenOf, descendantsOf, textOf } from '../texts/xml-tree.ts';

const PER_CENT = 100;

interface Scored<Answer> {
  answer: Answer;
  points: number;
}

/** The typed answer of an item, or why it cannot be imported. */
export function readTypedAnswer(
  item: XmlElement,
  declaration: XmlElement | undefined,
): FileAnswers | string {
  const type = declaration?.attributes.get('basetype') ?? 'string';
  if (type === 'float' || type === 'integer') return readNumbers(item, declaration);
  if (type !== 'string') return `Its answer is of the type ${type}, which isn’t supported.`;
  const mapped = listMapped(declaration).filter(({ value }) => value > 0);
  const answers =
    mapped.length > 0
      ? withShares(mapped.map(({ key, value }) => ({ answer: key.trim(), points: value })))
      : withShares(listCorrect(declaration).map((answer) => ({ answer, points: 1 })));
  if (answers.length === 0) return NO_ANSWER;
  return {
    form: 'texts',
    // A star is a star in these files.
    answers: answers.map(({ answer, worth }) => ({ text: answer.replaceAll('*', '\\*'), worth })),
    ignoresCase: mapped.length > 0 && mapped.every(({ isCaseSensitive }) => !isCaseSensitive),
    foldsSpaces: true,
  };
}

const NO_ANSWER = 'It has no right answer.';

/** Shares of the highest points. */
function withShares<Answer>(scored: readonly Scored<Answer>[]) {
  const most = scored.reduce((highest, { points }) => Math.max(highest, points), 0);
  return scored.map(({ answer, points }) => ({
    answer,
    worth: snapped((points / most) * PER_CENT),
  }));
}

function readNumbers(item: XmlElement, declaration: XmlElement | undefined): FileAnswers | string {
  const correct = listCorrect(declaration);
  const processing = childOf(item, 'responseprocessing');
  const conditions = processing ? descendantsOf(processing, 'responseif', 'responseelseif') : [];
  const scored = conditions.flatMap((condition) => {
    const answer = readCondition(condition, correct);
    const points = pointsOf(condition);
    return answer && points > 0 ? [{ answer, points }] : [];
  });
  const mapped = listMapped(declaration).filter(({ value }) => value > 0);
  const exact =
    mapped.length > 0
      ? mapped.map(({ key, value }) => ({ answer: exactly(key), points: value }))
      : correct.map((value) => ({ answer: exactly(value), points: 1 }));
  const found = withShares(scored.length > 0 ? scored : exact);
  if (found.length === 0) return NO_ANSWER;
  const answers = found.map(({ answer, worth }) => ({ ...answer, worth }));
  return { ...PLAIN_NUMBERS, answers };
}

type Accepted = Omit<FileNumber, 'worth'>;

const exactly = (value: string): Accepted => ({
  by: 'absolute',
  value: value.trim(),
  tolerance: '0',
  to: '',
});

function readCondition(condition: XmlElement, correct: readonly string[]): Accepted | null {
  const [equal] = descendantsOf(condition, 'equal', 'match');
  if (equal) return readEqual(equal, correct);
  const bound = (name: string) => valueIn(descendantsOf(condition, name)[0], correct);
  const [from, to] = [bound('gte'), bound('lte')];
  if (from === undefined || to === undefined) return null;
  return { by: 'range', value: from, tolerance: '0', to };
}

function readEqual(equal: XmlElement, correct: readonly string[]): Accepted | null {
  const value = valueIn(equal, correct);
  if (value === undefined) return null;
  const [below = '', above = below] = (equal.attributes.get('tolerance') ?? '').trim().split(/\s+/);
  const mode = equal.attributes.get('tolerancemode') ?? 'exact';
  if (mode === 'exact') return exactly(value);
  // Two different tolerances are none of ours; what is read accepts less, never more.
  const tolerance = Number(below) <= Number(above) ? below : above;
  if (mode === 'absolute') return { by: 'absolute', value, tolerance, to: '' };
  return { by: 'relative', value, tolerance: toleranceOfPercent(tolerance) ?? tolerance, to: '' };
}

/** The number that a variable is compared with. */
function valueIn(element: XmlElement | undefined, correct: readonly string[]): string | undefined {
  if (!element) return undefined;
  const [value] = childrenOf(element, 'basevalue');
  if (value) return textOf(value).trim();
  return childOf(element, 'correct') ? correct[0] : undefined;
}

function pointsOf(condition: XmlElement): number {
  const outcome = childrenOf(condition, 'setoutcomevalue').find(
    ({ attributes }) => (attributes.get('identifier') ?? 'SCORE') === 'SCORE',
  );
  return Number(textOf(childOf(outcome, 'basevalue')).trim() || '0');
}
