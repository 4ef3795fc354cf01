import type {
  FileNumber,
  FileNumbers,
  FileOptions,
  FileTexts,
} from '@vlabs/contract/kinds/file-answers';
import { encodeCharacters } from '../../texts/character-references.ts';
import { writeXhtml } from '../../texts/markdown-to-xhtml.ts';
import { letterOf } from '../../reading/plain-question.ts';
import { percentOfTolerance } from '../decimals.ts';
import { type WrittenQuestion, percentOf, sharesOf } from '../written-answers.ts';

/** Items in the words of QTI 3.0. */

const TEMPLATES = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/';
const PER_CENT = 100;

interface Parts {
  cardinality: 'single' | 'multiple';
  type: 'identifier' | 'string' | 'float';
  /** In the response declaration. */
  declared: string;
  interaction: string;
  processing: string;
}

/** The content of an item, without its root element. */
export function writeItemParts({ title, answers }: WrittenQuestion): string {
  const { cardinality, type, declared, interaction, processing } = writeParts(answers);
  return `  <qti-response-declaration identifier="RESPONSE" cardinality="${cardinality}" base-type="${type}">
${declared}
  </qti-response-declaration>
  <qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float">
    <qti-default-value><qti-value>0</qti-value></qti-default-value>
  </qti-outcome-declaration>
  <qti-item-body>
    <div>${writeXhtml(title)}</div>
${interaction}
  </qti-item-body>
${processing}
`;
}

function writeParts(answers: WrittenQuestion['answers']): Parts {
  if (answers.form === 'numbers') return writeNumbers(answers);
  if (answers.form === 'texts') return writeTexts(answers);
  if (answers.form === 'options') return writeOptions(answers, lettered(answers.options));
  if (answers.form === 'nothing') throw new Error('An item has an interaction.');
  const { right, cost } = answers;
  const places = right === 'true' ? [1] : [2];
  return writeOptions(
    {
      form: 'options',
      chooses: 'one',
      options: ['True', 'False'],
      right: places,
      cost,
      rule: 'all_or_nothing',
    },
    [
      { id: 'true', text: 'True' },
      { id: 'false', text: 'False' },
    ],
  );
}

const lettered = (options: readonly string[]) =>
  options.map((text, index) => ({ id: letterOf(index + 1), text }));

function writeOptions(answers: FileOptions, choices: { id: string; text: string }[]): Parts {
  const isOne = answers.chooses === 'one';
  const right = answers.right.map((place) => choices[place - 1]?.id ?? '');
  // Several right options of which one is chosen, costs and shares need points of their own.
  const isMapped = isOne
    ? answers.right.length > 1 || answers.cost !== '0'
    : answers.rule !== 'all_or_nothing';
  const shown = choices.map(
    ({ id, text }, index) =>
      `      <qti-simple-choice identifier="${id}"${answers.pinned?.includes(index + 1) ? ' fixed="true"' : ''}>${writeXhtml(text)}</qti-simple-choice>\n`,
  );
  const entries = sharesOf(answers).map(
    ({ share }, index) =>
      `      <qti-map-entry map-key="${choices[index]?.id ?? ''}" mapped-value="${pointsOf(share)}"/>\n`,
  );
  return {
    cardinality: isOne ? 'single' : 'multiple',
    type: 'identifier',
    declared: `${writeCorrect(isOne ? right.slice(0, 1) : right)}${isMapped ? `\n${writeMapping(entries, isOne ? null : '0')}` : ''}`,
    interaction: `    <qti-choice-interaction response-identifier="RESPONSE" shuffle="true" max-choices="${isOne ? 1 : 0}">
${shown.join('')}    </qti-choice-interaction>`,
    processing: writeTemplate(isMapped ? 'map_response' : 'match_correct'),
  };
}

const writeCorrect = (values: readonly string[]): string =>
  `    <qti-correct-response>${values
    .map((value) => `<qti-value>${encodeCharacters(value)}</qti-value>`)
    .join('')}</qti-correct-response>`;

/** A lower bound of 0 keeps wrong options from costing more than right ones earn. */
function writeMapping(entries: readonly string[], lowerBound: string | null): string {
  const bound = lowerBound === null ? '' : ` lower-bound="${lowerBound}"`;
  return `    <qti-mapping${bound} default-value="0">\n${entries.join('')}    </qti-mapping>`;
}

const writeTemplate = (name: string): string =>
  `  <qti-response-processing template="${TEMPLATES}${name}.xml"/>`;

const pointsOf = (share: string): string => String(Number(share) / PER_CENT);

const TEXT_ENTRY = '    <p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>';

function writeTexts({ answers, ignoresCase }: FileTexts): Parts {
  const entries = answers.map(
    ({ text, worth }) =>
      `      <qti-map-entry map-key="${encodeCharacters(text.trim())}" mapped-value="${pointsOf(percentOf(worth))}" case-sensitive="${!ignoresCase}"/>\n`,
  );
  const best = answers.find(({ worth }) => percentOf(worth) === '100');
  return {
    cardinality: 'single',
    type: 'string',
    declared: `${writeCorrect(best ? [best.text.trim()] : [])}\n${writeMapping(entries, null)}`,
    interaction: TEXT_ENTRY,
    processing: writeTemplate('map_response'),
  };
}

function writeNumbers({ answers }: FileNumbers): Parts {
  const [first] = answers;
  const conditions = answers.map((answer, index) => {
    const name = index === 0 ? 'qti-response-if' : 'qti-response-else-if';
    return `      <${name}>
${writeCondition(answer)}
        <qti-set-outcome-value identifier="SCORE">${writeNumber(pointsOf(percentOf(answer.worth)))}</qti-set-outcome-value>
      </${name}>
`;
  });
  return {
    cardinality: 'single',
    type: 'float',
    declared: writeCorrect(first ? [first.value.trim()] : []),
    interaction: TEXT_ENTRY,
    processing: `  <qti-response-processing>
    <qti-response-condition>
${conditions.join('')}    </qti-response-condition>
  </qti-response-processing>`,
  };
}

const TYPED = '<qti-variable identifier="RESPONSE"/>';
const writeNumber = (value: string): string =>
  `<qti-base-value base-type="float">${encodeCharacters(value.trim())}</qti-base-value>`;

function writeCondition({ by, value, tolerance, to }: FileNumber): string {
  if (by === 'range') {
    return `        <qti-and>
          <qti-gte>${TYPED}${writeNumber(value)}</qti-gte>
          <qti-lte>${TYPED}${writeNumber(to)}</qti-lte>
        </qti-and>`;
  }
  const reach = by === 'relative' ? (percentOfTolerance(tolerance) ?? '0') : tolerance.trim();
  const mode = by === 'absolute' && Number(reach) === 0 ? 'exact' : by;
  const bounds = mode === 'exact' ? '' : ` tolerance="${encodeCharacters(`${reach} ${reach}`)}"`;
  return `        <qti-equal tolerance-mode="${mode}"${bounds}>${TYPED}${writeNumber(value)}</qti-equal>`;
}
