import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

const read = (file: string | Uint8Array) => {
  const { questions, notRead } = readQuestionFile(
    typeof file === 'string' ? Buffer.from(file) : file,
  );
  return {
    // Those with four options.
    questions: questions.flatMap((question) => ('options' in question ? question : [])),
    notRead: notRead.map(({ item, reason }) => `${item} — ${reason}`),
  };
};
const OPTIONS = 'A. one\nB. two\nC. three\nD. four\n';

describe('no question is accepted without a part of it', () => {
  test('lines that count themselves stay in the question, in Aiken', () => {
    const { questions } = read(`Which hold?\nI. a\nII. b\nV. c\n${OPTIONS}ANSWER: B\n`);
    expect(questions).toMatchObject([{ title: 'Which hold?  \nI. a  \nII. b  \nV. c' }]);
    expect(questions[0]?.options).toEqual(['one', 'two', 'three', 'four']);
  });

  test('feedback after an answer is told, and begins no question, in Aiken', () => {
    const { questions, notRead } = read(
      `First one?\n${OPTIONS}ANSWER: B\nFEEDBACK: Since two.\n\nNext one?\n${OPTIONS}ANSWER: A\n`,
    );
    expect(questions.map(({ title }) => title)).toEqual(['First one?', 'Next one?']);
    expect(notRead).toEqual(['Question 1: First one? — Its feedback was not imported.']);
  });

  test('lines that count themselves stay in the question, in text', () => {
    const { questions, notRead } = read(
      '1. Put in order:\n1. push\n2. pop\n3. peek\na) 123\nb) 321\nc) 213\nd) 132\nAnswer: a\n2. Next?\na) 1\nb) 2\nc) 3\nd) 4\nAnswer: b\n',
    );
    expect(notRead).toEqual([]);
    expect(questions.map(({ title }) => title)).toEqual([
      'Put in order:  \n1\\. push  \n2\\. pop  \n3\\. peek',
      'Next?',
    ]);
  });

  test('an option that goes on in the next lines is joined, in Aiken', () => {
    const { questions, notRead } = read(
      'Which?\nA. one\n   and more\n   of it\nB. two\nC.\nthree\nD. four\nand five\nANSWER: B\n',
    );
    expect(notRead).toEqual([]);
    expect(questions[0]?.options).toEqual(['one and more of it', 'two', 'three', 'four and five']);
  });

  test('lines below an option that may be something else are listed and not joined, in Aiken', () => {
    const unanswered = 'It has no answer line such as ANSWER: B.';
    const next = `Next one?\n${OPTIONS}ANSWER: A\n`;
    const apart = read(
      `Which?\nA. one\n\nand more\nB. two\nC. three\nD. four\nANSWER: B\n\n${next}`,
    );
    expect(apart.questions.map(({ title }) => title)).toEqual(['Next one?']);
    expect(apart.notRead[0]).toBe(`Question 1: Which? — ${unanswered}`);
    const misplaced = read(`Which?\n${OPTIONS}B. again\nANSWER: B\n\n${next}`);
    expect(misplaced.questions.map(({ title }) => title)).toEqual(['Next one?']);
    expect(misplaced.notRead[0]).toBe(`Question 1: Which? — ${unanswered}`);
    const forgotten = read(`Which?\n${OPTIONS}${next}`);
    expect(forgotten.questions.map(({ title }) => title)).toEqual(['Next one?']);
    expect(forgotten.notRead).toEqual([`Question 1: Which? — ${unanswered}`]);
    const last = read(`${next}Which?\n${OPTIONS}The end\n`);
    expect(last.questions.map(({ title }) => title)).toEqual(['Next one?']);
    expect(last.notRead).toEqual([
      `Question 2: Which? — ${unanswered}`,
      `Question 3: The end — ${unanswered}`,
    ]);
  });

  test('an answer below options is one in small letters too, and no part of the next question', () => {
    const { questions, notRead } = read(
      `First one?\n${OPTIONS}Answer: C\n\nNext one?\n${OPTIONS}ANSWER: A\n`,
    );
    expect(notRead).toEqual([]);
    expect(questions).toMatchObject([
      { title: 'First one?', correctAnswer: 3 },
      { title: 'Next one?', correctAnswer: 1 },
    ]);
  });

  test.each([
    ['letters', 'a) 123\nb) 321\nc) 213\nd) 132\nAnswer: a\n'],
    ['letters on one line', '(a) 123 (b) 321\n(c) 213 (d) 132\nAnswer: a\n'],
    ['other numbers', '1) 123\n2) 321\n3) 213\n4) 132\nAnswer: 1\n'],
  ])('lines that count themselves stay in a named question whose options have %s', (_, options) => {
    const list = '1. push\n2. pop\n\n3. peek\n';
    const { questions, notRead } = read(
      `Q1. Put in order:\n${list}${options}Q2. Next?\na) 1\nb) 2\nc) 3\nd) 4\nAnswer: b\n`,
    );
    expect(notRead).toEqual([]);
    expect(questions).toMatchObject([
      {
        title: 'Put in order:  \n1\\. push  \n2\\. pop  \n\\\n3\\. peek',
        options: ['123', '321', '213', '132'],
        correctAnswer: 1,
      },
      { title: 'Next?', correctAnswer: 2 },
    ]);
  });

  test('text between such lines and the options stays in the question', () => {
    const { questions, notRead } = read(
      'Question 1: These\n1. push\n2. pop\n\nWhich order is right?\na) 12\nb) 21\nc) none\nd) both\nAnswer: d\n',
    );
    expect(notRead).toEqual([]);
    expect(questions[0]?.title).toBe('These  \n1\\. push  \n2\\. pop  \n\\\nWhich order is right?');
  });

  test('numbered options stay options where questions have names', () => {
    const { questions, notRead } = read(
      'Q1. Which?\n1. one\n2. two\n3. three\n4. four\nAnswer: 3\nQ2. And?\n1) x\n2) y\n3) z\n4) w\nAnswer: 1\n',
    );
    expect(notRead).toEqual([]);
    expect(questions.map(({ correctAnswer }) => correctAnswer)).toEqual([3, 1]);
  });

  test('numbers that do not go on are listed, since nobody knows what they count', () => {
    const { questions, notRead } = read(
      'Q1. Order?\n1. push\n2. pop\n1. push first\n2. pop first\nAnswer: 1\n',
    );
    expect(questions).toEqual([]);
    expect(notRead).toEqual([
      'Question 1: Order? — The numbers of its options aren’t consecutive.',
    ]);
  });

  test('code keeps its indentation, in text and in Aiken', () => {
    const code = 'if x:\n\tprint(x)\n        y()';
    const shown = 'if x:  \n&#32;   print(x)  \n&#32;       y()';
    const text = read(`1. What?\n${code}\na) 1\nb) 2\nc) 3\nd) 4\nAnswer: b\n`);
    expect(text.questions[0]?.title).toBe(`What?  \n${shown}`);
    const aiken = read(`What?\n${code.replace('\t', '    ')}\n${OPTIONS}ANSWER: B\n`);
    expect(aiken.questions[0]?.title).toBe(`What?  \n${shown}`);
  });

  test('text before the first answer of GIFT, and marks that are taken away, are listed', () => {
    const { questions, notRead } = read(
      '::a::One? {lost =a ~b ~c ~d}\n\n::b::Two? {=a ~%-50%b ~c ~d}\n',
    );
    expect(questions.map(({ title }) => title)).toEqual(['Two?']);
    expect(notRead).toEqual([
      'Question 1: One? — There is text before its first answer.',
      'Question 2: Two? — Its penalties for wrong answers were not imported.',
    ]);
  });

  test('XML is read in the encoding that it names', () => {
    const file = `<?xml version="1.0" encoding="ISO-8859-5"?><quiz><question type="essay"><questiontext format="plain_text"><text>\u00C4\u00D0</text></questiontext></question></quiz>`;
    expect(read(Buffer.from(file, 'latin1')).notRead[0]).toMatch(/^Question 1: Фа —/);
  });
});

const html = (text: string): string => {
  const answers = ['a', 'b', 'c', 'd'].map(
    (option, place) =>
      `<answer fraction="${place === 0 ? 100 : 0}" format="plain_text"><text>${option}</text></answer>`,
  );
  const { questions } = read(
    `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext>${answers.join('')}</question></quiz>`,
  );
  return questions[0]?.title ?? '';
};

test('links, bars in tables and the first number of a list are kept', () => {
  expect(html('<p>See <a href="https://example.org/a_b">the page</a>.</p>')).toBe(
    'See [the page](<https://example.org/a_b>).',
  );
  expect(html('<p><a href="javascript:x()">no</a></p>')).toBe('no');
  expect(html('<table><tr><td>a|b</td><td>c</td></tr></table>')).toContain('| a\\|b |c |');
  expect(html('<ol start="3"><li>x</li><li>y</li></ol>')).toBe('3. x\n4. y');
});

test('signs are known by all names that web pages have for them', () => {
  expect(html('<p>&forall;x &exist;y: x &sube; y &rArr; &Phi;&oplus;1 &unknown;</p>')).toBe(
    '∀x ∃y: x ⊆ y ⇒ Φ⊕1 \\&unknown;',
  );
});

const word = (...runs: string[]) => {
  const lines = [`<w:r><w:t>1. Which?</w:t></w:r>`, ...runs, '<w:r><w:t>Answer: b</w:t></w:r>'];
  const body = lines.map((line) => `<w:p>${line}</w:p>`).join('');
  return zipSync({
    'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`),
  });
};
const raised = (kind: string, text: string) =>
  `<w:r><w:rPr><w:vertAlign w:val="${kind}"/></w:rPr><w:t>${text}</w:t></w:r>`;
const plain = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

describe('Word', () => {
  const others = [plain('c) x'), plain('d) y')];

  test('raised and lowered digits and signs of the font Symbol stay', () => {
    const power = plain('a) 2') + raised('superscript', '10');
    const water = `${plain('b) H')}${raised('subscript', '2')}${plain('O')}<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>`;
    const { questions } = read(word(power, water, ...others));
    expect(questions[0]?.options).toEqual(['2¹⁰', 'H₂Oα', 'x', 'y']);
  });

  test('a formula is listed as one, and not as a picture', () => {
    const formula = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>';
    const { questions, notRead } = read(word(plain('a) 2') + formula, plain('b) z'), ...others));
    expect(questions).toEqual([]);
    expect(notRead[0]).toContain('It has a Word formula, which isn’t supported');
  });

  test('what has no character is listed', () => {
    const { questions, notRead } = read(
      word(plain('a) 2') + raised('superscript', 'नमस्ते'), plain('b) z'), ...others),
    );
    expect(questions).toEqual([]);
    expect(notRead[0]).toContain(
      'It has superscripts, subscripts or symbols that text can’t represent.',
    );
  });
});
