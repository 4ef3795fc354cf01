import { encodeCharacters } from '../../texts/character-references.ts';
import { writeItemParts } from './qti-items.ts';
import type { WrittenQuestion } from '../written-answers.ts';
import { packParts } from './pack-parts.ts';
import { UNTITLED } from './qti-declaration.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
interface Version {
  itemSchema: string;
  packageSchema: string;
  itemType: string;
  testType: string;
  schema: string;
  version: string;
  /** Writes the words of QTI 3.0 in those of the version. */
  inItsWords: (xml: string) => string;
}

const VERSIONS: Record<'qti21' | 'qti3', Version> = {
  qti21: {
    itemSchema: 'http://www.imsglobal.org/xsd/imsqti_v2p1',
    packageSchema: 'http://www.imsglobal.org/xsd/imscp_v1p1',
    itemType: 'imsqti_item_xmlv2p1',
    testType: 'imsqti_test_xmlv2p1',
    schema: 'QTIv2.1 Package',
    version: '1.0.0',
    inItsWords: inWordsOf21,
  },
  qti3: {
    itemSchema: 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0',
    packageSchema: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1',
    itemType: 'imsqti_item_xmlv3p0',
    testType: 'imsqti_test_xmlv3p0',
    schema: 'QTI Package',
    version: '3.0.0',
    inItsWords: (xml) => xml,
  },
};

/** A package: a manifest, a test with the order, and an item per question. */
export function writeQti(
  questions: readonly WrittenQuestion[],
  format: keyof typeof VERSIONS,
): Uint8Array {
  const version = VERSIONS[format];
  const { inItsWords } = version;
  const paths = questions.map((_, index) => `items/question-${index + 1}.xml`);
  const items = questions.map((question, index) => [
    paths[index] ?? '',
    inItsWords(writeItem(question, index + 1, version)),
  ]);
  return packParts({
    'imsmanifest.xml': writeManifest(paths, version),
    'test.xml': inItsWords(writeTest(paths, questions, version)),
    ...Object.fromEntries(items),
  });
}

function writeItem(question: WrittenQuestion, number: number, { itemSchema }: Version): string {
  return `${HEAD}<qti-assessment-item xmlns="${itemSchema}" identifier="question-${number}" title="Question ${number}" adaptive="false" time-dependent="false">
${writeItemParts(question)}</qti-assessment-item>
`;
}

function writeTest(
  paths: readonly string[],
  questions: readonly WrittenQuestion[],
  { itemSchema }: Version,
): string {
  const topic = questions[0]?.topic ?? null;
  const references = paths.map((path, index) => {
    const start = `      <qti-assessment-item-ref identifier="ref-${index + 1}" href="${path}"`;
    const points = questions[index]?.points ?? null;
    return points === null
      ? `${start}/>\n`
      : `${start}>\n        <qti-weight identifier="points" value="${points}"/>\n      </qti-assessment-item-ref>\n`;
  });
  return `${HEAD}<qti-assessment-test xmlns="${itemSchema}" identifier="test" title="${encodeCharacters(topic ?? UNTITLED)}">
  <qti-test-part identifier="part" navigation-mode="nonlinear" submission-mode="simultaneous">
    <qti-assessment-section identifier="section" title="${UNTITLED}" visible="true">
${references.join('')}    </qti-assessment-section>
  </qti-test-part>
</qti-assessment-test>
`;
}

function writeManifest(
  paths: readonly string[],
  { packageSchema, itemType, testType, schema, version }: Version,
): string {
  const resources = paths.map(
    (
      path,
      index,
    ) => `    <resource identifier="question-${index + 1}" type="${itemType}" href="${path}">
      <file href="${path}"/>
    </resource>
`,
  );
  const dependencies = paths.map(
    (_, index) => `      <dependency identifierref="question-${index + 1}"/>\n`,
  );
  return `${HEAD}<manifest xmlns="${packageSchema}" identifier="manifest">
  <metadata>
    <schema>${schema}</schema>
    <schemaversion>${version}</schemaversion>
  </metadata>
  <organizations/>
  <resources>
    <resource identifier="test" type="${testType}" href="test.xml">
      <file href="test.xml"/>
${dependencies.join('')}    </resource>
${resources.join('')}  </resources>
</manifest>
`;
}

const TAG = /<(\/?)qti-([a-z-]+)((?: [a-z-]+="[^"]*")*)/g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;
const TEMPLATE = /https:\/\/purl\.imsglobal\.org\/spec\/qti\/v3p0\/rptemplates\/(\w+)\.xml/;
const TEMPLATES_OF_21 = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/$1';

const camelCase = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());

/** `qti-simple-choice` is `simpleChoice`, and `max-choices` is `maxChoices`. */
function inWordsOf21(xml: string): string {
  const written = xml.replaceAll(TAG, (_tag, slash: string, name: string, attributes: string) => {
    const named = attributes.replaceAll(
      ATTRIBUTE,
      (_attribute, key: string, value: string) => ` ${camelCase(key)}="${value}"`,
    );
    return `<${slash}${camelCase(name)}${named}`;
  });
  return written.replace(TEMPLATE, TEMPLATES_OF_21);
}
