import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';
import { writeQuestionFile } from '../write-file.ts';

const read = (file: string | Uint8Array) => {
  const { questions, notRead } = readQuestionFile(
    typeof file === 'string' ? Buffer.from(file) : file,
  );
  const points = questions.map((question) => ('points' in question ? question.points : null));
  return { questions, points, reasons: notRead.map(({ reason }) => reason) };
};

const moodle = (...grades: string[]) =>
  `<quiz>${grades.map((grade) => `<question type="truefalse"><questiontext><text>So ${grade}?</text></questiontext><defaultgrade>${grade}</defaultgrade><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>`).join('')}</quiz>`;

const canvas = (points: string) =>
  `<questestinterop><item ident="i"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>${points}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext>Which?</mattext></material><response_lid ident="r"><render_choice>${['a', 'b', 'c', 'd'].map((id) => `<response_label ident="${id}"><material><mattext>${id}</mattext></material></response_label>`).join('')}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item></questestinterop>`;

const qti = (outcome: string) =>
  `<assessmentItem identifier="i" title="t"><responseDeclaration identifier="R" cardinality="single" baseType="string"><correctResponse><value>a</value></correctResponse></responseDeclaration>${outcome}<itemBody><p>Who? <textEntryInteraction responseIdentifier="R"/></p></itemBody></assessmentItem>`;

describe('the points of questions', () => {
  test('are imported as a file states them', () => {
    expect(read(moodle('2.5000000', '1.0000000', '3'))).toMatchObject({
      points: [2.5, 1, 3],
      reasons: [],
    });
    expect(read('So?\nA. yes\nB. no\nANSWER: A\nSCORE: 2\n')).toMatchObject({
      points: [2],
      reasons: [],
    });
    expect(read(canvas('4.0'))).toMatchObject({
      questions: [{ kind: 'single', body: { options: ['a', 'b', 'c', 'd'] }, points: 4 }],
      reasons: [],
    });
    const most =
      '<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>5</value></defaultValue></outcomeDeclaration>';
    expect(read(qti(most))).toMatchObject({ points: [5], reasons: [] });
    const normal =
      '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="3"/>';
    expect(read(qti(normal))).toMatchObject({ points: [3], reasons: [] });
  });

  test('are the score per question of a test if all of a file have one point', () => {
    expect(read(moodle('1.0000000', '1'))).toMatchObject({ points: [null, null], reasons: [] });
    expect(read(canvas('1.0')).questions).toMatchObject([{ correctAnswer: 1 }]);
  });

  test('that no question can have here are listed', () => {
    for (const points of ['0', '0.3333333', '1001', '-2', 'many']) {
      expect(read(moodle(points, '2'))).toMatchObject({
        points: [null, 2],
        reasons: [`Its points (${points}) were not imported.`],
      });
    }
  });

  test('are those of a table, with a point or a comma', () => {
    const table = 'question;a;b;c;d;correct;marks\nWhich?;1;2;3;4;A;2,5\nWho?;1;2;3;4;B;4\n';
    expect(read(table)).toMatchObject({
      points: [2.5, 4],
      reasons: [],
    });
  });

  test('count their weight in a test', () => {
    const weighted = zipSync({
      'imsmanifest.xml': strToU8('<manifest/>'),
      'i.xml': strToU8(qti('')),
      'test.xml': strToU8(
        '<assessmentTest identifier="t" title="T"><testPart><assessmentSection title="S"><assessmentItemRef identifier="r" href="i.xml"><weight identifier="W" value="3"/><weight identifier="V" value="9"/></assessmentItemRef></assessmentSection></testPart></assessmentTest>',
      ),
    });
    expect(read(weighted)).toMatchObject({
      points: [3],
      reasons: ['The first of its weights was imported, and no other.'],
    });
  });

  test.each(['moodle-xml', 'qti12', 'qti21', 'qti3', 'csv'] as const)(
    'are in an export as %s',
    (format) => {
      // CSV holds options only.
      const file = format === 'csv' ? canvas('2.5') : moodle('2.5', '1', '4');
      const written = read(file).questions;
      const { contents } = writeQuestionFile(written, format);
      expect(read(contents).points).toEqual(format === 'csv' ? [2.5] : [2.5, 1, 4]);
    },
  );
});
