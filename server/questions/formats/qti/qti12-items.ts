import type { FileAnswers, FileNumber } from '@vlabs/contract/kinds/file-answers';
import { encodeCharacters } from '../../texts/character-references.ts';
import { writeXhtml } from '../../texts/markdown-to-xhtml.ts';
import { differenceOfDecimals, sumOfDecimals } from '../decimals.ts';
import { packParts } from './pack-parts.ts';
import { UNTITLED } from './qti-declaration.ts';
import type { WrittenQuestion } from '../written-answers.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const PATH = 'questions/questions.xml';

/** A package as Canvas imports it: a manifest, and an assessment of QTI 1.2 with all questions. */
export function writeQti12(questions: readonly WrittenQuestion[]): Uint8Array {
  const items = questions.map((question, index) => writeItem(question, index + 1));
  const topic = questions[0]?.topic ?? UNTITLED;
  const assessment = `${HEAD}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
  <assessment ident="questions" title="${encodeCharacters(topic)}">
    <section ident="root_section">
${items.join('')}    </section>
  </assessment>
</questestinterop>
`;
  const manifest = `${HEAD}<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" identifier="manifest">
  <metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>
  <organizations/>
  <resources>
    <resource identifier="questions" type="imsqti_xmlv1p2"><file href="${PATH}"/></resource>
  </resources>
</manifest>
`;
  return packParts({ 'imsmanifest.xml': manifest, [PATH]: assessment });
}

interface Parts {
  /** The name that Canvas gives the kind. */
  type: string;
  response: string;
  /** What must hold for all points; one of them is enough. */
  conditions: string[];
}

function writeItem({ title, answers, points }: WrittenQuestion, number: number): string {
  const { type, response, conditions } = writeParts(answers);
  const earning = conditions.map(
    (variables) => `        <respcondition continue="No">
          <conditionvar>${variables}</conditionvar>
          <setvar action="Set" varname="SCORE">100</setvar>
        </respcondition>
`,
  );
  return `      <item ident="question-${number}" title="Question ${number}">
        <itemmetadata><qtimetadata><qtimetadatafield>
          <fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry>
        </qtimetadatafield>${writePoints(points)}</qtimetadata></itemmetadata>
        <presentation>
          ${writeMaterial(title)}
${response}
        </presentation>
        <resprocessing>
          <outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
${earning.join('')}        </resprocessing>
      </item>
`;
}

const writePoints = (points: number | null): string =>
  points === null
    ? ''
    : `<qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>${points}</fieldentry></qtimetadatafield>`;

const writeMaterial = (markdown: string): string =>
  `<material><mattext texttype="text/html">${encodeCharacters(writeXhtml(markdown))}</mattext></material>`;

function writeParts(answers: FileAnswers): Parts {
  if (answers.form === 'nothing') {
    return { type: 'text_only_question', response: '', conditions: [] };
  }
  if (answers.form === 'numbers') {
    const conditions = answers.answers.map(writeNumber);
    return { type: 'numerical_question', response: TYPED, conditions };
  }
  if (answers.form === 'texts') {
    const conditions = answers.answers.map(({ text }) => equal(text.trim()));
    return { type: 'short_answer_question', response: TYPED, conditions };
  }
  if (answers.form === 'truth') {
    const conditions = [equal(answers.right)];
    return {
      type: 'true_false_question',
      response: writeChoice(
        [
          { id: 'true', text: 'True' },
          { id: 'false', text: 'False' },
        ],
        'Single',
      ),
      conditions,
    };
  }
  const { options, right, chooses } = answers;
  const choices = options.map((text, index) => ({ id: String(index + 1), text }));
  if (chooses === 'one') {
    const conditions = right.map((place) => equal(String(place)));
    return {
      type: 'multiple_choice_question',
      response: writeChoice(choices, 'Single'),
      conditions,
    };
  }
  const all = choices.map(({ id }) => {
    const chosen = equal(id);
    return right.includes(Number(id)) ? chosen : `<not>${chosen}</not>`;
  });
  return {
    type: 'multiple_answers_question',
    response: writeChoice(choices, 'Multiple'),
    conditions: [`<and>${all.join('')}</and>`],
  };
}

const TYPED =
  '          <response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1"/></render_fib></response_str>';

function writeChoice(
  choices: readonly { id: string; text: string }[],
  cardinality: 'Single' | 'Multiple',
): string {
  const labels = choices.map(
    ({ id, text }) =>
      `            <response_label ident="${id}">${writeMaterial(text)}</response_label>\n`,
  );
  return `          <response_lid ident="response1" rcardinality="${cardinality}"><render_choice>
${labels.join('')}          </render_choice></response_lid>`;
}

const compare = (name: string, value: string) =>
  `<${name} respident="response1">${encodeCharacters(value)}</${name}>`;
const equal = (value: string) => compare('varequal', value);
const within = (from: string, to: string) => compare('vargte', from) + compare('varlte', to);

function writeNumber({ by, value, tolerance, to }: FileNumber): string {
  const exact = value.trim();
  if (by === 'range') return within(exact, to.trim());
  if (Number(tolerance) === 0) return equal(exact);
  const from = differenceOfDecimals(exact, tolerance) ?? exact;
  const end = sumOfDecimals(exact, tolerance) ?? exact;
  return `<or>${equal(exact)}<and>${within(from, end)}</and></or>`;
}
