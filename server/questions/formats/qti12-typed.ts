import { snapped } from './answer-shares.ts';
import type { KindCandidate } from '../plain-question.ts';
import { type XmlElement, childOf, descendantsOf, textOf } from '../texts/xml-tree.ts';

/** A condition that earns points, and how many. */
export interface Scored {
  variables: XmlElement;
  score: number;
}

type Kind = Pick<KindCandidate, 'kind' | 'body' | 'key'>;

/** The typed answers of Canvas: short texts or numbers, with shares of the highest score. */
export function readTyped(type: string, scored: readonly Scored[]): Kind {
  const most = scored.reduce((highest, { score }) => Math.max(highest, score), 1);
  const worthOf = ({ score }: Scored) => snapped((score / most) * 100);
  return type === 'numerical_question'
    ? readNumbers(scored.map((one) => ({ worth: worthOf(one), ...rangeOf(one.variables) })))
    : readTexts(
        scored.flatMap((one) =>
          descendantsOf(one.variables, 'varequal').map((text) => ({
            text: textOf(text).trim(),
            worth: worthOf(one),
          })),
        ),
      );
}

const readTexts = (answers: { text: string; worth: string }[]): Kind => ({
  kind: 'short_text',
  body: {},
  key: { answers, ignoresCase: true, foldsSpaces: true },
});

const readNumbers = (answers: object[]): Kind => ({
  kind: 'number',
  body: { unit: 'none' },
  key: { answers, units: [], unitCost: '100' },
});

/** Canvas writes a range, and beside it the exact number that it surrounds. */
function rangeOf(variables: XmlElement) {
  const find = (name: string) => {
    const [found] = descendantsOf(variables, name);
    return found && textOf(found).trim();
  };
  const [from, to] = [find('vargte') ?? find('vargt'), find('varlte') ?? find('varlt')];
  if (from !== undefined && to !== undefined)
    return { by: 'range', value: from, tolerance: '0', to };
  return { by: 'absolute', value: find('varequal') ?? '', tolerance: '0', to: '' };
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
