import { type FileNumbers, PLAIN_NUMBERS } from '@vlabs/contract/kinds/file-answers';
import { encodeCharacters } from '../texts/character-references.ts';
import { type XmlElement, childOf, childrenOf, textOf } from '../texts/xml-tree.ts';
import { snapped } from './answer-shares.ts';
import { type WrittenAnswer, percentOf } from './written-answers.ts';

/** A typed answer. */
export interface Typed {
  typed: string;
  tolerance: string;
  percent: number;
}

/** A missing or wrong unit costs nothing, a part of what the number earns, or a part of the points. */
const GRADING = { none: '0', mark: '1', points: '2' };
/** Units are typed into the answer. */
const TYPED = '0';
const NOT_SHOWN = '3';
const PER_CENT = 100;

/** The numbers of a question with their tolerances and units. */
export function readNumbers(question: XmlElement, answers: readonly Typed[]): FileNumbers {
  const find = (name: string) => textOf(childOf(question, name)).trim();
  const listed = childOf(question, 'units');
  const units = listed && find('showunits') !== NOT_SHOWN ? readUnits(listed) : [];
  const penalty = Number(find('unitpenalty'));
  const grading = find('unitgradingtype');
  const isCosting = penalty > 0 && (grading === GRADING.mark || grading === GRADING.points);
  const rules: Partial<FileNumbers> = {
    unit: isCosting ? 'required' : 'optional',
    units,
    unitCost: isCosting ? snapped(penalty * PER_CENT) : PLAIN_NUMBERS.unitCost,
    isUnitCostOfMark: isCosting && grading === GRADING.mark,
    isUnitFirst: find('unitsleft') === '1',
  };
  return {
    ...PLAIN_NUMBERS,
    answers: answers.map(({ typed, tolerance, percent }) => ({
      by: 'absolute',
      value: typed,
      tolerance,
      to: '',
      worth: snapped(percent),
    })),
    ...(units.length > 0 && rules),
  };
}

/** The unit of the answers, with the factor 1, comes first. */
function readUnits(listed: XmlElement): FileNumbers['units'] {
  const units = childrenOf(listed, 'unit').map((unit) => ({
    name: textOf(childOf(unit, 'unit_name')).trim(),
    factor: textOf(childOf(unit, 'multiplier')).trim(),
  }));
  const whole = units.map((unit) => (Number(unit.factor) === 1 ? { ...unit, factor: '1' } : unit));
  return whole.toSorted((one, other) => Number(other.factor === '1') - Number(one.factor === '1'));
}

export function writeNumbers(
  numbers: FileNumbers,
  writeAnswer: (answer: WrittenAnswer, more: string) => string,
): string {
  const answers = numbers.answers.map(({ value, worth, tolerance }) =>
    writeAnswer(
      { text: value.trim(), share: percentOf(worth) },
      `<tolerance>${encodeCharacters(tolerance.trim())}</tolerance>`,
    ),
  );
  return `${answers.join('')}${writeUnits(numbers)}`;
}

function writeUnits({ unit, units, unitCost, ...rules }: FileNumbers): string {
  if (unit === 'none') return '';
  const costly = rules.isUnitCostOfMark ? GRADING.mark : GRADING.points;
  const written = units.map(
    ({ name, factor }) => `      <unit>
        <multiplier>${encodeCharacters(factor.trim())}</multiplier>
        <unit_name>${encodeCharacters(name.trim())}</unit_name>
      </unit>
`,
  );
  return `    <unitgradingtype>${unit === 'required' ? costly : GRADING.none}</unitgradingtype>
    <unitpenalty>${Number(percentOf(unitCost)) / PER_CENT}</unitpenalty>
    <showunits>${TYPED}</showunits>
    <unitsleft>${rules.isUnitFirst ? 1 : 0}</unitsleft>
    <units>
${written.join('')}    </units>
`;
}
