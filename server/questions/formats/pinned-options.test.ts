import { expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';
import { writeQuestionFile } from '../write-file.ts';

const read = (file: string | Uint8Array) => {
  const { questions, notRead } = readQuestionFile(
    typeof file === 'string' ? Buffer.from(file) : file,
  );
  return { questions, notRead };
};
const moodle = (shuffled: string) =>
  `<quiz><question type="multichoice"><questiontext><text>Which?</text></questiontext><shuffleanswers>${shuffled}</shuffleanswers><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer><answer fraction="0"><text>c</text></answer><answer fraction="0"><text>All of the above</text></answer></question></quiz>`;
const qti = (fixed: string) =>
  `<assessmentItem identifier="i" title="t"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R" shuffle="true"><prompt>Which?</prompt>${['A', 'B', 'C', 'D'].map((id) => `<simpleChoice identifier="${id}" fixed="${id === 'D' ? fixed : 'false'}">${id}</simpleChoice>`).join('')}</choiceInteraction></itemBody></assessmentItem>`;
const qti12 = (moves: string) =>
  `<questestinterop><item ident="i"><presentation><material><mattext>Which?</mattext></material><response_lid ident="r"><render_choice shuffle="Yes">${['a', 'b', 'c', 'd'].map((id) => `<response_label ident="${id}" rshuffle="${id === 'd' ? moves : 'Yes'}"><material><mattext>${id}</mattext></material></response_label>`).join('')}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item></questestinterop>`;

test.each([
  ['Moodle', moodle('false'), moodle('true'), [1, 2, 3, 4]],
  ['Moodle with numbers', moodle('0'), moodle('1'), [1, 2, 3, 4]],
  ['QTI', qti('true'), qti('false'), [4]],
  ['QTI 1.2', qti12('No'), qti12('Yes'), [4]],
])('options that keep their places in %s keep them here', (_, kept, moved, pinned) => {
  expect(read(kept)).toMatchObject({
    questions: [{ kind: 'single', body: { pinned }, key: { right: [1] } }],
    notRead: [],
  });
  expect(read(moved)).toMatchObject({ questions: [{ correctAnswer: 1 }], notRead: [] });
});

test('an export reads back with them, or is refused', () => {
  const [one, all] = [read(qti('true')).questions, read(moodle('false')).questions];
  for (const [questions, format] of [
    [one, 'qti21'],
    [one, 'qti3'],
    [all, 'qti3'],
    [all, 'moodle-xml'],
  ] as const) {
    const { contents } = writeQuestionFile(questions, format);
    expect(read(typeof contents === 'string' ? contents : contents).questions).toMatchObject(
      questions.map((question) => ('body' in question ? { body: question.body } : {})),
    );
  }
  expect(() => writeQuestionFile(one, 'moodle-xml')).toThrow('it keeps all options');
  expect(() => writeQuestionFile(one, 'gift')).toThrow('keep their places');
});
