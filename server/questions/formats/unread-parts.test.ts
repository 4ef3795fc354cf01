import { assert, constantFrom, oneof, property, stringMatching, uniqueArray } from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

/** A place for elements in a file of each format. */
type Place = (extra: string) => string | Uint8Array;

const moodle =
  (of: (extra: string) => { inQuestion?: string; inAnswer?: string; inText?: string }): Place =>
  (extra) => {
    const { inQuestion = '', inAnswer = '', inText = '' } = of(extra);
    return `<quiz><question type="multichoice"><questiontext format="html"><text>Which?</text>${inText}</questiontext><single>true</single>${inQuestion}<answer fraction="100"><text>a</text>${inAnswer}</answer><answer fraction="0"><text>b</text></answer></question></quiz>`;
  };

const coderunner =
  (of: (extra: string) => { inQuestion?: string; inTests?: string; inTest?: string }): Place =>
  (extra) => {
    const { inQuestion = '', inTests = '', inTest = '' } = of(extra);
    return `<quiz><question type="coderunner"><questiontext format="html"><text>Which?</text></questiontext><coderunnertype>c_program</coderunnertype><answer>int main;</answer>${inQuestion}<testcases>${inTests}<testcase mark="1"><stdin><text>1</text></stdin><expected><text>1</text></expected>${inTest}</testcase></testcases></question></quiz>`;
  };

const item = (inItem: string, inDeclaration: string, inBody: string, inChoice: string) =>
  `<assessmentItem identifier="i" title="t"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse>${inDeclaration}</responseDeclaration><itemBody><p>Which?</p>${inBody}<choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice>${inChoice}</choiceInteraction></itemBody>${inItem}</assessmentItem>`;

const packaged = (inTest: string, inPart: string, inSection: string, inReference: string) =>
  zipSync({
    'item.xml': strToU8(item('', '', '', '')),
    'test.xml': strToU8(
      `<assessmentTest identifier="t" title="T">${inTest}<testPart identifier="p">${inPart}<assessmentSection identifier="s" title="S">${inSection}<assessmentItemRef identifier="r" href="item.xml">${inReference}</assessmentItemRef></assessmentSection></testPart></assessmentTest>`,
    ),
  });

const qti12 = (inSection: string, inItem: string, inPresentation: string, inChoice: string) =>
  `<questestinterop><assessment title="T"><section ident="s">${inSection}<item ident="i"><presentation><material><mattext>Which?</mattext></material>${inPresentation}<response_lid ident="r" rcardinality="Single"><render_choice>${inChoice}<response_label ident="a"><material><mattext>a</mattext></material></response_label><response_label ident="b"><material><mattext>b</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing>${inItem}</item></section></assessment></questestinterop>`;

const PLACES: Record<string, Place> = {
  'a question of Moodle': moodle((extra) => ({ inQuestion: extra })),
  'an answer of Moodle': moodle((extra) => ({ inAnswer: extra })),
  'a text of Moodle': moodle((extra) => ({ inText: extra })),
  'a question of CodeRunner': coderunner((extra) => ({ inQuestion: extra })),
  'the test cases of CodeRunner': coderunner((extra) => ({ inTests: extra })),
  'a test case of CodeRunner': coderunner((extra) => ({ inTest: extra })),
  'an item of QTI': (extra) => item(extra, '', '', ''),
  'a declaration of QTI': (extra) => item('', extra, '', ''),
  'the text of QTI': (extra) => item('', '', extra, ''),
  'a choice of QTI': (extra) => item('', '', '', extra),
  'a test of QTI': (extra) => packaged(extra, '', '', ''),
  'a part of a test of QTI': (extra) => packaged('', extra, '', ''),
  'a section of QTI': (extra) => packaged('', '', extra, ''),
  'a reference of QTI': (extra) => packaged('', '', '', extra),
  'a section of QTI 1.2': (extra) => qti12(extra, '', '', ''),
  'an item of QTI 1.2': (extra) => qti12('', extra, '', ''),
  'the presentation of QTI 1.2': (extra) => qti12('', '', extra, ''),
  'the choice of QTI 1.2': (extra) => qti12('', '', '', extra),
};

/** Elements that some readers know, and others that none does. */
const named = oneof(
  constantFrom('rubricBlock', 'rubric', 'hint', 'tags', 'objectives', 'solution', 'note'),
  stringMatching(/^x[a-z]{2,10}$/),
);

function read(file: string | Uint8Array) {
  const { questions, notRead } = readQuestionFile(
    typeof file === 'string' ? Buffer.from(file) : file,
  );
  return {
    questions: JSON.stringify(questions),
    count: questions.length,
    // Said of every program of CodeRunner.
    notRead: notRead.filter(({ reason }) => !reason.startsWith('Spaces and line breaks')),
  };
}

describe('a reader accounts for every element that it meets', () => {
  test.each(Object.entries(PLACES))('in %s it is imported or listed', (_, at) => {
    expect(read(at(''))).toMatchObject({ count: 1, notRead: [] });
    assert(
      property(uniqueArray(named, { minLength: 1, maxLength: 4 }), (names) => {
        const extras = names.map(
          (name, index) => `<${name} view="candidate"><p>MARK${index}END</p></${name}>`,
        );
        const { questions, notRead } = read(at(extras.join('')));
        for (const [index, name] of names.entries()) {
          const said = notRead.some(({ reason }) =>
            reason.toLowerCase().includes(name.toLowerCase()),
          );
          expect([questions.includes(`MARK${index}END`) || said, name]).toEqual([true, name]);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('a text of a section and a draw are named', () => {
    const { notRead } = read(
      packaged(
        '<timeLimits maxTime="60"/>',
        '',
        '<selection select="2"/><rubricBlock view="candidate">Read this poem.</rubricBlock>',
        '<variableMapping sourceIdentifier="A" targetIdentifier="B"/>',
      ),
    );
    expect(notRead).toEqual([
      { item: 'Test “T”', reason: 'Its part “timelimits” was not imported.' },
      {
        item: 'Section “S”',
        reason: 'The draw of 2 of its questions was not imported; all questions were.',
      },
      {
        item: 'Section “S”',
        reason: 'Its part “rubricblock” (Read this poem.) was not imported.',
      },
      { item: 'Reference “r”', reason: 'Its part “variablemapping” was not imported.' },
    ]);
  });

  test('of very many the first are listed and the others counted', () => {
    const extras = Array.from({ length: 6000 }, (_, index) => `<x${index}/>`).join('');
    const columns = Array.from({ length: 6000 }, (_, index) => `x${index}`).join(',');
    const table = `question,a,b,correct,${columns}\nWhich?,a,b,A\n`;
    for (const file of [item(extras, '', '', ''), table]) {
      const wanted = file === table ? 'csv' : null;
      const { questions, notRead } = readQuestionFile(Buffer.from(file), wanted);
      expect(questions).toHaveLength(1);
      expect(notRead).toHaveLength(5001);
      expect(notRead.at(-1)?.reason).toBe(
        'The other parts that were not imported are not listed: 1000.',
      );
    }
  });
});
