import { strToU8, zipSync } from 'fflate';
import { encodeCharacters } from '../texts/character-references.ts';
import { writeXhtml } from '../texts/markdown-to-xhtml.ts';
import { type PlainKind, type PlainQuestion, letterOf } from '../plain-question.ts';
import { optionsOf } from './written-answers.ts';
import { UNTITLED } from './qti-package.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ITEM_SCHEMA = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const PACKAGE_SCHEMA = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1';
/** A fixed time, so that the same questions give the same bytes. */
const WRITTEN_AT = new Date('2020-01-01T00:00:00Z');

/** A package of QTI 3.0: a manifest, a test with the order, and an item per question. */
export function writeQti3(questions: readonly (PlainQuestion | PlainKind)[]): Uint8Array {
  const paths = questions.map((_, index) => `items/question-${index + 1}.xml`);
  const items = questions.map((question, index) => [
    paths[index] ?? '',
    strToU8(writeItem(question, index + 1)),
  ]);
  const files: Record<string, Uint8Array> = {
    'imsmanifest.xml': strToU8(writeManifest(paths)),
    'test.xml': strToU8(writeTest(paths, questions[0]?.topic ?? null)),
    ...Object.fromEntries(items),
  };
  return zipSync(files, { mtime: WRITTEN_AT });
}

function writeItem(question: PlainQuestion | PlainKind, number: number): string {
  const { options, isOne } = optionsOf(question);
  const choices = options.map(
    ({ text }, index) =>
      `      <qti-simple-choice identifier="${letterOf(index + 1)}">${writeXhtml(text)}</qti-simple-choice>\n`,
  );
  const right = options.flatMap(({ share }, index) =>
    Number(share) > 0 ? `<qti-value>${letterOf(index + 1)}</qti-value>` : [],
  );
  return `${HEAD}<qti-assessment-item xmlns="${ITEM_SCHEMA}" identifier="question-${number}" title="Question ${number}" adaptive="false" time-dependent="false">
  <qti-response-declaration identifier="RESPONSE" cardinality="${isOne ? 'single' : 'multiple'}" base-type="identifier">
    <qti-correct-response>${right.join('')}</qti-correct-response>
  </qti-response-declaration>
  <qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float">
    <qti-default-value><qti-value>0</qti-value></qti-default-value>
  </qti-outcome-declaration>
  <qti-item-body>
    <qti-choice-interaction response-identifier="RESPONSE" shuffle="false" max-choices="${isOne ? 1 : 0}">
      <qti-prompt>${writeXhtml(question.title)}</qti-prompt>
${choices.join('')}    </qti-choice-interaction>
  </qti-item-body>
  <qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/>
</qti-assessment-item>
`;
}

function writeTest(paths: readonly string[], topic: string | null): string {
  const references = paths.map(
    (path, index) =>
      `      <qti-assessment-item-ref identifier="ref-${index + 1}" href="${path}"/>\n`,
  );
  return `${HEAD}<qti-assessment-test xmlns="${ITEM_SCHEMA}" identifier="test" title="${encodeCharacters(topic ?? UNTITLED)}">
  <qti-test-part identifier="part" navigation-mode="nonlinear" submission-mode="simultaneous">
    <qti-assessment-section identifier="section" title="${UNTITLED}" visible="true">
${references.join('')}    </qti-assessment-section>
  </qti-test-part>
</qti-assessment-test>
`;
}

function writeManifest(paths: readonly string[]): string {
  const resources = paths.map(
    (
      path,
      index,
    ) => `    <resource identifier="question-${index + 1}" type="imsqti_item_xmlv3p0" href="${path}">
      <file href="${path}"/>
    </resource>
`,
  );
  const dependencies = paths.map(
    (_, index) => `      <dependency identifierref="question-${index + 1}"/>\n`,
  );
  return `${HEAD}<manifest xmlns="${PACKAGE_SCHEMA}" identifier="manifest">
  <metadata>
    <schema>QTI Package</schema>
    <schemaversion>3.0.0</schemaversion>
  </metadata>
  <organizations/>
  <resources>
    <resource identifier="test" type="imsqti_test_xmlv3p0" href="test.xml">
      <file href="test.xml"/>
${dependencies.join('')}    </resource>
${resources.join('')}  </resources>
</manifest>
`;
}
