import { PLAIN_NUMBERS, defineFiles } from '../file-answers.ts';
import { NumberBody, NumberKey } from './number.ts';

export const numberFiles = defineFiles(
  { Body: NumberBody, Key: NumberKey },
  {
    write: (body, key) => ({
      ...PLAIN_NUMBERS,
      unit: body.unit,
      isUnitFirst: body.isUnitFirst === true,
      hasDecimalComma: body.hasDecimalComma === true,
      answers: key.answers,
      units: key.units,
      unitCost: key.unitCost,
      isUnitCostOfMark: key.isUnitCostOfMark === true,
    }),
    read(answers) {
      if (answers.form !== 'numbers') return null;
      const { unit, isUnitFirst, hasDecimalComma, isUnitCostOfMark, ...rest } = answers;
      return {
        body: {
          unit,
          ...(isUnitFirst && { isUnitFirst }),
          ...(hasDecimalComma && { hasDecimalComma }),
        },
        key: {
          answers: rest.answers,
          units: rest.units,
          unitCost: rest.unitCost,
          ...(isUnitCostOfMark && { isUnitCostOfMark }),
        },
      };
    },
  },
);
