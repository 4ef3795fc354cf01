import {
  type FileNumber,
  type FileNumbers,
  type FileTexts,
  PLAIN_NUMBERS,
} from '@vlabs/kinds/file-answers';
import { snapped } from '../answer-shares.ts';
import { differenceOfDecimals } from '../decimals.ts';
import { type XmlElement, childOf, descendantsOf, textOf } from '../../texts/xml-tree.ts';

/** A condition that earns points, and how many. */
export interface Scored {
  variables: XmlElement;
  score: number;
}

/** The typed answers of Canvas: short texts or numbers, with shares of the highest score. */
export function readTyped(type: string, scored: readonly Scored[]): FileNumbers | FileTexts {
  const most = scored.reduce((highest, { score }) => Math.max(highest, score), 1);
  const worthOf = ({ score }: Scored) => snapped((score / most) * 100);
  return type === 'numerical_question'
    ? readNumbers(scored.map((one) => ({ worth: worthOf(one), ...rangeOf(one.variables) })))
    : readTexts(
        scored.flatMap((one) =>
          descendantsOf(one.variables, 'varequal').map((text) => ({
            // A star is a star in these files.
            text: textOf(text)
              .trim()
              .replaceAll('*', String.raw`\*`),
            worth: worthOf(one),
          })),
        ),
      );
}

const readTexts = (answers: FileTexts['answers']): FileTexts => ({
  form: 'texts',
  answers,
  ignoresCase: true,
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

/** The conditions of an item that earn points. */
export function listScored(item: XmlElement, scoreOf: (condition: XmlElement) => number): Scored[] {
  return descendantsOf(item, 'respcondition').flatMap((condition) => {
    const variables = childOf(condition, 'conditionvar');
    const score = scoreOf(condition);
    return variables && score > 0 ? [{ variables, score }] : [];
  });
}
