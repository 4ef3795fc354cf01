import {
  type FileNumber,
  type FileNumbers,
  type FileTexts,
  PLAIN_NUMBERS,
} from '@vlabs/contract/kinds/file-answers';
import {
  ALL_CAPITALS,
  LOST_CONDITIONS,
  NO_PENALTIES,
  OPEN_BOUNDS,
  snapped,
} from '../answer-shares.ts';
import { differenceOfDecimals } from '../decimals.ts';
import { type Scored, readScoring } from './qti12-scoring.ts';
import { type XmlElement, descendantsOf, listNames, textOf } from '../../texts/xml-tree.ts';

/** The typed answers of Canvas: short texts or numbers, with shares of the highest score; and what is lost. */
export function readTyped(
  type: string,
  item: XmlElement,
): { answers: FileNumbers | FileTexts; leftOut: string[] } {
  const { scored, isUnread } = readScoring(item);
  const isNumber = type === 'numerical_question';
  const earning = scored.filter(({ score }) => score > 0);
  const read = earning.filter(({ variables }) =>
    listNames(variables).every((name) => (isNumber ? IN_NUMBERS : IN_TEXTS).has(name)),
  );
  const most = earning.reduce((highest, { score }) => Math.max(highest, score), 1);
  const worthOf = ({ score }: Scored) => snapped((score / most) * 100);
  const texts = read.flatMap((one) =>
    descendantsOf(one.variables, 'varequal').map((text) => ({
      // A star is a star in these files.
      text: textOf(text)
        .trim()
        .replaceAll('*', String.raw`\*`),
      worth: worthOf(one),
      isSensitive: /^yes$/i.test(text.attributes.get('case') ?? ''),
    })),
  );
  const sensitive = texts.filter(({ isSensitive }) => isSensitive).length;
  const leftOut = [
    ...(isUnread || read.length < earning.length ? [LOST_CONDITIONS] : []),
    ...(earning.length < scored.length ? [NO_PENALTIES] : []),
    ...(isNumber && read.some(hasOpenBounds) ? [OPEN_BOUNDS] : []),
    ...(!isNumber && sensitive > 0 && sensitive < texts.length ? [ALL_CAPITALS] : []),
  ];
  const answers = isNumber
    ? readNumbers(read.map((one) => ({ worth: worthOf(one), ...rangeOf(one.variables) })))
    : readTexts(
        texts.map(({ text, worth }) => ({ text, worth })),
        sensitive === 0,
      );
  return { answers, leftOut };
}

const IN_NUMBERS = new Set(['varequal', 'vargte', 'varlte', 'vargt', 'varlt', 'and', 'or']);
const IN_TEXTS = new Set(['varequal', 'or']);

const hasOpenBounds = ({ variables }: Scored): boolean =>
  descendantsOf(variables, 'vargt', 'varlt').length > 0;

const readTexts = (answers: FileTexts['answers'], ignoresCase: boolean): FileTexts => ({
  form: 'texts',
  answers,
  ignoresCase,
  foldsSpaces: true,
});

const readNumbers = (answers: FileNumber[]): FileNumbers => ({ ...PLAIN_NUMBERS, answers });

/** Canvas writes a range, and beside it the exact number that it surrounds, if it was typed with a tolerance. */
function rangeOf(variables: XmlElement): Omit<FileNumber, 'worth'> {
  const find = (name: string) => {
    const [found] = descendantsOf(variables, name);
    return found && textOf(found).trim();
  };
  const [from, to] = [find('vargte') ?? find('vargt'), find('varlte') ?? find('varlt')];
  const value = find('varequal') ?? '';
  if (from === undefined || to === undefined)
    return { by: 'absolute', value, tolerance: '0', to: '' };
  const tolerance = differenceOfDecimals(to, value);
  return tolerance !== null && tolerance === differenceOfDecimals(value, from)
    ? { by: 'absolute', value, tolerance, to: '' }
    : { by: 'range', value: from, tolerance: '0', to };
}

/** Answers that a person types, by the name that Canvas gives their kind. */
export const isTyped = (type: string): boolean =>
  type === 'short_answer_question' || type === 'numerical_question';
