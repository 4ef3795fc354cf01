import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../../read-file.ts';

const read = (text: string) => {
  const { questions, notRead } = readQuestionFile(Buffer.from(text));
  return { questions, notRead };
};

const qti12 = (cardinality: string, conditions: string) =>
  `<questestinterop><assessment title="Quiz"><section><item ident="i" title="Q"><presentation><material><mattext texttype="text/plain">Which?</mattext></material><response_lid ident="r" rcardinality="${cardinality}"><render_choice>${['a', 'b', 'c'].map((id) => `<response_label ident="${id}"><material><mattext>${id}</mattext></material></response_label>`).join('')}</render_choice></response_lid></presentation><resprocessing>${conditions}</resprocessing></item></section></assessment></questestinterop>`;
const when = (variables: string, score: string, action = 'Set') =>
  `<respcondition><conditionvar>${variables}</conditionvar><setvar action="${action}" varname="SCORE">${score}</setvar></respcondition>`;
const is = (id: string) => `<varequal respident="r">${id}</varequal>`;

const typed = (conditions: string) =>
  `<questestinterop><item ident="i"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>short_answer_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext>Who?</mattext></material><response_str ident="r"><render_fib/></response_str></presentation><resprocessing>${conditions}</resprocessing></item></questestinterop>`;

describe('the scoring of QTI 1.2', () => {
  test('points that are taken away make no option right: they are its cost', () => {
    const conditions =
      when(is('a'), '4', 'Add') + when(is('b'), '1', 'Subtract') + when(is('c'), '-1', 'Add');
    const { questions, notRead } = read(qti12('Single', conditions));
    expect(questions).toMatchObject([{ kind: 'single', key: { right: [1], cost: '1/4' } }]);
    expect(notRead).toEqual([]);
    const uneven = read(qti12('Single', when(is('a'), '4') + when(is('b'), '1', 'Subtract')));
    expect(uneven.questions).toMatchObject([{ key: { right: [1], cost: '0' } }]);
    expect(uneven.notRead[0]?.reason).toBe('Its penalties for wrong answers were not imported.');
    const several = read(
      qti12(
        'Multiple',
        when(is('a'), '1', 'Add') + when(is('b'), '1', 'Add') + when(is('c'), '1', 'Subtract'),
      ),
    );
    const key = { right: [1, 2], rule: 'plus_minus' };
    expect(several).toMatchObject({ questions: [{ kind: 'several', key }], notRead: [] });
  });

  test('conditions that are not read, and marks of single options, are listed', () => {
    const lost = 'Some conditions of its scoring were not imported.';
    for (const condition of [
      when(is('b'), '2', 'Multiply'),
      when(`<not>${is('b')}</not>`, '1', 'Add'),
      when(`${is('a')}<durlt>10</durlt>`, '1', 'Add'),
    ]) {
      const { questions, notRead } = read(qti12('Single', when(is('a'), '1') + condition));
      expect(questions).toMatchObject([{ key: { right: [1] } }]);
      expect(notRead.map(({ reason }) => reason)).toContain(lost);
    }
    const marks = read(qti12('Multiple', when(is('a'), '1', 'Add') + when(is('b'), '1', 'Add')));
    expect(marks.notRead[0]?.reason).toContain('The marks of its single options');
  });

  test('typed answers: parts of words and exclusions are listed, and none becomes right', () => {
    const { questions, notRead } = read(
      typed(
        when(is('Ritchie'), '1') +
          when(`<not>${is('Wrong')}</not>`, '1') +
          when('<varsubstring respident="r">rit</varsubstring>', '1') +
          when(is('Cost'), '1', 'Subtract'),
      ),
    );
    expect(questions).toMatchObject([{ key: { answers: [{ text: 'Ritchie', worth: '100' }] } }]);
    expect(notRead.map(({ reason }) => reason)).toEqual([
      'Some conditions of its scoring were not imported.',
      'Its penalties for wrong answers were not imported.',
    ]);
  });
});
