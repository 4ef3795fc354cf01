import { describe, expect, test } from 'vitest';
import { convertHtml } from '../texts/markdown-from-markup.ts';
import { readQuestionFile } from '../read-file.ts';

const REFUSAL =
  'It has a MathML formula that isn’t supported; write it between dollar signs, such as $x^2$.';
const convert = (inner: string) => convertHtml(`<math>${inner}</math>`);
const row = (...parts: string[]) => `<mrow>${parts.join('')}</mrow>`;
const cell = (inner: string) => `<mtd>${inner}</mtd>`;
const table = (...rows: string[][]) =>
  `<mtable>${rows.map((cells) => `<mtr>${cells.map(cell).join('')}</mtr>`).join('')}</mtable>`;

describe('a formula in MathML is maths', () => {
  test.each([
    ['<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn>', 'x^{2} + 1'],
    [
      `<mi>x</mi><mo>=</mo><mfrac>${row('<mo>−</mo><mi>b</mi><mo>±</mo>', `<msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>-</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt>`)}${row('<mn>2</mn><mi>a</mi>')}</mfrac>`,
      'x = \\frac{− b ± \\sqrt{b^{2} - 4 a c}}{2 a}',
    ],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[{3}]{x}'],
    [
      `<munderover><mo>∑</mo>${row('<mi>i</mi><mo>=</mo><mn>1</mn>')}<mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>`,
      '∑_{i = 1}^{n} a_{i}',
    ],
    ['<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup>', '∫_{0}^{∞}'],
    [
      `<munder><mi>lim</mi>${row('<mi>x</mi><mo>→</mo><mn>0</mn>')}</munder>`,
      '\\underset{x → 0}{\\operatorname{lim}}',
    ],
    ['<mi>O</mi><mfenced><msup><mi>n</mi><mn>2</mn></msup></mfenced>', 'O ( n^{2} )'],
    ['<mfenced open="[" close=")"><mn>0</mn><mn>1</mn></mfenced>', '[ 0 , 1 )'],
    ['<mfenced separators=";"><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>', '( a ; b ; c )'],
    [
      `<mi>f</mi><mo>=</mo><mfenced open="{" close="">${table(['<mn>1</mn>', '<mtext>if</mtext>'], ['<mn>0</mn>', '<mtext>else</mtext>'])}</mfenced>`,
      'f = \\left\\{ \\begin{matrix} 1 & \\text{if} \\\\ 0 & \\text{else} \\end{matrix} \\right.',
    ],
    [
      `<mo>{</mo>${table(['<mn>1</mn>'], ['<mn>0</mn>'])}`,
      '\\left\\{ \\begin{matrix} 1 \\\\ 0 \\end{matrix} \\right.',
    ],
    [`<mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo>`, '\\left( \\frac{a}{b} \\right)'],
    ['<mo>(</mo><mi>a</mi><msup><mo>)</mo><mn>2</mn></msup>', '(a )^{2}'],
    [
      `<mo>|</mo>${table(['<mi>a</mi>', '<mi>b</mi>'])}<mo>|</mo>`,
      '\\left\\vert \\begin{matrix} a & b \\end{matrix} \\right\\vert',
    ],
    ['<mi>P</mi><mo>(</mo><mi>A</mi><mo>|</mo><mi>B</mi><mo>)</mo>', 'P (A \\vert B)'],
    [
      '<mi>a</mi><mo>||</mo><mi>b</mi><mo>:=</mo><mi>c</mi>',
      'a \\mathrel{\\vert \\vert } b \\mathrel{:=} c',
    ],
    ['<mi>sin</mi><mo>&#8289;</mo><mi>θ</mi>', '\\operatorname{sin} θ'],
    ['<msub><mi>log</mi><mn>2</mn></msub><mi>n</mi>', '\\operatorname{log}_{2} n'],
    ['<mi mathvariant="double-struck">R</mi><mi mathvariant="normal">∞</mi>', '\\mathbb{R} ∞'],
    ['<mover><mi>x</mi><mo>¯</mo></mover><mover><mi>v</mi><mo>→</mo></mover>', '\\bar{x} \\vec{v}'],
    [`<mover>${row('<mi>A</mi><mi>B</mi>')}<mo>¯</mo></mover>`, '\\overline{A B}'],
    ['<mover><mo>=</mo><mtext>def</mtext></mover>', '\\overset{\\text{def}}{=}'],
    ['<msup><mi>f</mi><mo>′</mo></msup><mo>(</mo><mi>x</mi><mo>)</mo>', 'f^{\\prime} (x)'],
    ['<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', '\\genfrac{}{}{0pt}{}{n}{k}'],
    ['<mn>1,000.5</mn><mn>0x1F</mn>', '1{,}000.5 \\text{0x1F}'],
    [
      '<mtext>a_b is 50% {of} x|y\\z</mtext>',
      '\\text{a\\_b is 50\\% \\{of\\} x\\textbar{}y\\textbackslash{}z}',
    ],
    ['<mtext>été &#160;नमस्ते</mtext><mspace width="1em"/><mi>x</mi>', '\\text{été नमस्ते} \\; x'],
    ['<mi>x</mi><mo>&lt;</mo><mi>y</mi><mo>&amp;</mo><mi>z</mi>', 'x < y \\& z'],
    ['<mtext>if </mtext><mi>x</mi><mtext>\n  or\n</mtext><mi>y</mi>', '\\text{if } x \\text{or} y'],
    ['<mi>x</mi><mtext>&#160;</mtext><mi>y</mi><mtext> </mtext>', 'x \\; y'],
    ['<mstyle displaystyle="true"><mi>x</mi></mstyle>', 'x'],
    ['<menclose notation="box"><mi>x</mi></menclose>', '\\boxed{x}'],
    [
      '<semantics><mi>x</mi><annotation encoding="application/x-tex">never \\this{</annotation></semantics>',
      'x',
    ],
  ])('%s', (inner, tex) => {
    expect(convert(inner)).toEqual({ text: `$${tex}$`, refusal: null });
  });

  test('it stands in its sentence, also under a prefix, and set apart where it asks for that', () => {
    const formula = '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi></m:math>';
    expect(convertHtml(`<p>If ${formula}, then what?</p>`).text).toBe('If $x$, then what?');
    expect(convertHtml(`<p>A</p><math display="block"><mi>x</mi></math><p>B</p>`).text).toBe(
      'A\n\n$$x$$\n\nB',
    );
  });

  test('formulas side by side, and raised texts in others, stay whole', () => {
    const x = '<math><mi>x</mi></math>';
    expect(convertHtml(`${x}${x}`).text).toBe('$x{}x$');
    expect(convertHtml(`${x} ${x}`).text).toBe('$x$ $x$');
    expect(convertHtml(`5 \\$<sub>1</sub><sup>2</sup>`).text).toContain('$_{1}{}^{2}$');
    expect(convertHtml('\\(a\\)\\(b\\)\\[c\\]<b>\\(d\\)</b>\\(e\\)').text).toBe(
      '$a{}b$ $$c$$**$d$**$e$',
    );
    expect(convertHtml(`2<sup>n<sub>i</sub></sup>`).text).toBe('2$^{n_{i}}$');
    expect(convertHtml(`2<sup>${x}</sup>`).text).toBe('2$^{x}$');
  });

  test('a bar of a formula does not end the cell that it stands in', () => {
    const cells = `<table><tr><td><math><mo>|</mo><mi>x</mi><mo>|</mo></math></td><td>y</td></tr></table>`;
    expect(convertHtml(cells).text).toContain('| $\\vert x \\vert$ |y |');
  });
});

describe('a formula that has no such form is named', () => {
  test.each([
    ['nothing', ''],
    ['text beside its elements', 'x'],
    ['content in place of its looks', '<apply><plus/><ci>x</ci><cn>1</cn></apply>'],
    ['an unknown element', '<mglyph src="x"/>'],
    ['a script', '<mi>x</mi><script>alert(1)</script>'],
    ['a picture', '<mtext>x<img src="y"/></mtext>'],
    ['a part that is missing', '<mfrac><mi>a</mi></mfrac>'],
    ['a part too many', '<msup><mi>a</mi><mi>b</mi><mi>c</mi></msup>'],
    ['a dollar sign', '<mtext>5 $</mtext>'],
    ['a dollar sign that separates', '<mfenced separators="$"><mi>a</mi><mi>b</mi></mfenced>'],
    ['a delimiter that is none', '<mfenced open="\\input"><mi>a</mi></mfenced>'],
    ['a long division', '<menclose notation="longdiv"><mn>5</mn></menclose>'],
    ['an action', '<maction><mi>a</mi><mi>b</mi></maction>'],
    [
      'scripts before it',
      '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><none/></mmultiscripts>',
    ],
    ['a sign without a meaning', '<mo>\uE000</mo>'],
    ['an entity that nobody knows', '<mo>&UnknownSign;</mo>'],
    ['an element that never ends', '<mrow><mi>x</mi>'],
    ['an end too many', '<mi>x</mi></mrow>'],
    ['a line that breaks', '<mi>x</mi><mspace linebreak="newline"/><mi>y</mi>'],
  ])('%s', (_, inner) => {
    expect(convert(inner).refusal).toBe(REFUSAL);
  });

  test('one that never ends takes nothing along', () => {
    expect(convertHtml('<p>Which?</p><math><mi>x</mi> and all the rest')).toEqual({
      text: 'Which?',
      refusal: REFUSAL,
    });
  });

  test('one in a program or of Word is named too', () => {
    expect(convertHtml('<pre><math><mi>x</mi></math></pre>').refusal).toBe(REFUSAL);
    expect(convertHtml('<m:oMath><m:r>x</m:r></m:oMath>').refusal).toBe(REFUSAL);
  });
});

/** Quadratic time would take many minutes. */
const MANY = 300_000;
test.each([
  ['rows within rows', '<mrow>'.repeat(MANY) + '</mrow>'.repeat(MANY)],
  ['formulas within formulas', '<math>'.repeat(MANY) + '</math>'.repeat(MANY)],
  ['elements side by side', '<mi>x</mi>'.repeat(MANY)],
  ['fractions in fractions', '<mfrac><mn>1</mn>'.repeat(49) + '<mn>1</mn>' + '</mfrac>'.repeat(49)],
  ['brackets that never close', '<mo>(</mo>'.repeat(900)],
  ['a name without an end', `<mi>${'x'.repeat(MANY)}</mi>`],
])('a formula too large to be drawn is named in time that grows with it: %s', (_, inner) => {
  const read = convert(inner);
  expect(read.refusal === null ? read.text.length : 0).toBeLessThan(2100);
});

test.each([
  [
    'formulas',
    `<math><mfrac><mi>a</mi>${row('<mo>(</mo>', '<mi>b</mi>', '<mo>)</mo>')}</mfrac></math> `,
  ],
  ['formulas between brackets', '\\(a\\)'],
  ['raised and lowered texts', 'x<sub>1</sub><sup>2</sup>'],
  ['links with long attributes', `<a ${'class= '.repeat(30)}href>x</a>`],
])('many of them are read in time that grows with them: %s', (_, written) => {
  expect(convertHtml(written.repeat(50_000)).refusal).toBeNull();
});

const OPTIONS = ['x', 'y', 'z', 'w'];
const formulaOf = (name: string) => `<math><msup><mi>${name}</mi><mn>2</mn></msup></math>`;

test('QTI and Moodle XML with formulas are read, in text and as elements', () => {
  const choices = OPTIONS.map(
    (name) => `<qti-simple-choice identifier="${name}">${formulaOf(name)}</qti-simple-choice>`,
  );
  const qti = `<qti-assessment-item xmlns:m="http://www.w3.org/1998/Math/MathML"><qti-response-declaration identifier="R" cardinality="single"><qti-correct-response><qti-value>y</qti-value></qti-correct-response></qti-response-declaration><qti-item-body><p>Which of <m:math><m:mi>a</m:mi></m:math>?</p><qti-choice-interaction response-identifier="R">${choices.join('')}</qti-choice-interaction></qti-item-body></qti-assessment-item>`;
  const answers = (write: (text: string) => string) =>
    OPTIONS.map(
      (name, place) =>
        `<answer fraction="${place === 1 ? 100 : 0}" format="html"><text>${write(formulaOf(name))}</text></answer>`,
    ).join('');
  const moodle = (write: (text: string) => string) =>
    `<quiz><question type="multichoice"><questiontext format="html"><text>${write('Which of <math><mi>a</mi></math>?')}</text></questiontext>${answers(write)}</question></quiz>`;
  for (const file of [
    qti,
    moodle((text) => `<![CDATA[${text}]]>`),
    moodle((text) => text.replaceAll('<', '&lt;')),
    moodle((text) => text),
  ]) {
    const { questions, notRead } = readQuestionFile(Buffer.from(file));
    expect(notRead).toEqual([]);
    expect(questions).toMatchObject([
      {
        title: 'Which of $a$?',
        options: ['$x^{2}$', '$y^{2}$', '$z^{2}$', '$w^{2}$'],
        correctAnswer: 2,
      },
    ]);
  }
});

test('a question with another formula is listed by that, and not as a picture', () => {
  const gift = '::One::Which is <math><mglyph/></math>? {=a ~b ~c ~d}\n';
  expect(readQuestionFile(Buffer.from(gift)).notRead[0]?.reason).toBe(REFUSAL);
});
