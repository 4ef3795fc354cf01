import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { TypedAnswer } from '../parts/TypedAnswer.tsx';
import { defineViews } from '../parts/view.tsx';
import { readingOf } from '@vlabs/contract/kinds/number/reading';
import { MAX_ANSWER, NumberBody, NumberKey } from '@vlabs/contract/kinds/number/number';

function hintOf({ unit, isUnitFirst = false, hasDecimalComma = false }: NumberBody): string {
  const [point, example] = hasDecimalComma ? ['comma', '3,14'] : ['point', '3.14'];
  const withUnit = isUnitFirst ? `$ ${example}` : `${example} m`;
  const hints = {
    none: `A number with a decimal ${point}, such as ${example} or 1e-3.`,
    optional: `A number with a decimal ${point}, with or without its unit.`,
    required: `A number with a decimal ${point} and its unit, such as ${withUnit}.`,
  };
  return hints[unit];
}

export const numberViews = defineViews(
  { Body: NumberBody, Key: NumberKey },
  {
    Answer: ({ body, ...props }) => (
      <TypedAnswer
        {...props}
        maxLength={MAX_ANSWER}
        hint={hintOf(body)}
        reading={props.answer === null ? null : readingOf(body, props.answer)}
        isNumber
      />
    ),
    Editor: lazyPart(async () => (await import('./editor.tsx')).NumberEditor),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).NumberKeyFields),
  },
);
