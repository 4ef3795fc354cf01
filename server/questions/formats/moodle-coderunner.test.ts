import { describe, expect, test } from 'vitest';
import { readOne } from '../samples/read-one.ts';

const SETTINGS = {
  coderunnertype: 'c_program',
  prototypetype: '0',
  allornothing: '0',
  penaltyregime: '10, 20, ...',
  precheck: '0',
  answerboxlines: '18',
  answerpreload: 'int main(void) {\n}\n',
  globalextra: '',
  template: '',
  iscombinatortemplate: '',
  answer:
    '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", n * n); }\n',
  language: '',
  grader: '',
  cputimelimitsecs: '',
  memlimitmb: '',
  templateparams: '',
  uiplugin: 'ace',
};

/** CodeRunner ignores spaces at the ends of lines and of the output. */
const SPACES = 'Spaces and line breaks in its outputs don’t count here.';

const cdata = (text: string) => `<![CDATA[${text}]]>`;

interface Test {
  input: string;
  output: string;
  code?: string;
  extra?: string;
  display?: string;
  attributes?: string;
}

const written = ({
  input,
  output,
  code = '',
  extra = '',
  display = 'SHOW',
  attributes = 'testtype="0" useasexample="0" hiderestiffail="0" mark="1.0000000"',
}: Test) =>
  `<testcase ${attributes}><testcode><text>${cdata(code)}</text></testcode><stdin><text>${cdata(input)}</text></stdin><expected><text>${cdata(output)}</text></expected><extra><text>${cdata(extra)}</text></extra><display><text>${display}</text></display></testcase>`;

const TESTS: Test[] = [
  { input: '3\n', output: '9\n', attributes: 'testtype="0" useasexample="1" mark="1.0000000"' },
  { input: '-4\n', output: '16\n', attributes: 'testtype="0" useasexample="0" mark="2.5"' },
];

interface Change {
  settings?: Record<string, string>;
  tests?: readonly Test[];
  more?: string;
  inTests?: string;
}

function file({ settings = {}, tests = TESTS, more = '', inTests = '' }: Change = {}) {
  const parts = Object.entries({ ...SETTINGS, ...settings }).map(
    ([name, text]) => `<${name}>${cdata(text)}</${name}>`,
  );
  return `<quiz><question type="coderunner"><name><text>Square</text></name><questiontext format="html"><text>${cdata('<p>Read a number and print its square.</p>')}</text></questiontext><generalfeedback format="html"><text></text></generalfeedback><defaultgrade>1.0000000</defaultgrade><penalty>0</penalty><hidden>0</hidden>${parts.join('')}${more}<testcases>${tests.map(written).join('')}${inTests}</testcases></question></quiz>`;
}

const read = (change?: Change) => readOne(file(change));

describe('questions of CodeRunner', () => {
  test('a question that reads standard input is a program with its test cases', () => {
    expect(read()).toEqual({
      kind: 'program',
      body: {
        languages: ['c'],
        starters: { c: SETTINGS.answerpreload },
        samples: [{ input: '3\n', output: '9\n' }],
        comparison: 'ignoring-space',
        tolerance: '0.000001',
        seconds: '2',
        megabytes: '256',
      },
      key: {
        solution: { language: 'c', text: SETTINGS.answer },
        cases: [
          { name: '', input: '3\n', output: '9\n', points: '1', group: '' },
          { name: '', input: '-4\n', output: '16\n', points: '2.5', group: '' },
        ],
        allOrNothing: false,
        reveals: 'all',
      },
      reasons: [SPACES],
    });
  });

  test.each([
    ['c_program', 'c'],
    ['cpp_program', 'cpp'],
    ['java_program', 'java'],
    ['python3', 'python'],
  ])('a question of the type %s is answered in %s', (coderunnertype, language) => {
    expect(read({ settings: { coderunnertype } })).toMatchObject({
      body: { languages: [language], starters: { [language]: SETTINGS.answerpreload } },
      key: { solution: { language } },
      reasons: [SPACES],
    });
  });

  test('its limits and its rule are kept; limits that are not possible here are listed', () => {
    const kept = { allornothing: '1', cputimelimitsecs: '5', memlimitmb: '100' };
    expect(read({ settings: kept })).toMatchObject({
      body: { seconds: '5', megabytes: '100' },
      key: { allOrNothing: true },
      reasons: [SPACES],
    });
    expect(read({ settings: { cputimelimitsecs: '60', memlimitmb: '0' } })).toMatchObject({
      body: { seconds: '15', megabytes: '500' },
      reasons: [
        SPACES,
        'Its time limit of 60 seconds was not imported; it is 15 seconds here.',
        'Its memory limit of 0 MB was not imported; it is 500 MB here.',
      ],
    });
    expect(read({ settings: { allornothing: '' } })).toMatchObject({ key: { allOrNothing: true } });
  });

  test('hidden test cases stay hidden after the end', () => {
    const hidden = TESTS.map((each) => ({ ...each, display: 'HIDE' }));
    expect(read({ tests: hidden })).toMatchObject({
      key: { reveals: 'points' },
      reasons: [SPACES],
    });
    const [first] = hidden;
    const some = [...TESTS, ...(first ? [{ ...first, display: 'HIDE_IF_FAIL' }] : [])];
    expect(read({ tests: some })).toMatchObject({
      key: { reveals: 'points' },
      reasons: [
        SPACES,
        'Which of its test cases are shown was not imported; students see the points of each.',
      ],
    });
  });

  test.each<[string, Change, string]>([
    [
      'a function',
      { settings: { coderunnertype: 'c_function' } },
      'Its type “c_function” isn’t supported; programs that read standard input are.',
    ],
    [
      'a type that echoes its input',
      { settings: { coderunnertype: 'python3_w_input' } },
      'Its type “python3_w_input” isn’t supported; programs that read standard input are.',
    ],
    [
      'code of the test cases',
      {
        settings: { coderunnertype: 'python3' },
        tests: [{ input: '', output: '9', code: 'print(square(3))' }],
      },
      'Its test cases call functions of the answer, which isn’t supported; programs that read standard input are.',
    ],
    [
      'a template',
      { settings: { template: '{{ STUDENT_ANSWER }}\nint main(void) { test(); }' } },
      'It runs answers in a template of its own, which isn’t supported.',
    ],
    [
      'parameters',
      { settings: { templateparams: '{"n": 3}', twigall: '1' } },
      'Its texts are made by a template, which isn’t supported.',
    ],
    [
      'a grader',
      { settings: { grader: 'TemplateGrader' } },
      'Its outputs are judged by “TemplateGrader”, which isn’t supported.',
    ],
    [
      'another language',
      { settings: { language: 'pascal' } },
      'Its programs run as “pascal”, which isn’t supported.',
    ],
    [
      'gaps',
      { settings: { uiplugin: 'gapfiller' } },
      'It is answered in “gapfiller”, which isn’t supported; a code editor is.',
    ],
    ['a prototype', { settings: { prototypetype: '2' } }, 'It is a question type, not a question.'],
    [
      'files of the tests',
      { inTests: '<file name="data.txt" path="/" encoding="base64">QQ==</file>' },
      'It has files for its test cases, which aren’t supported.',
    ],
    [
      'files of students',
      { more: '<attachments>1</attachments><attachmentsrequired>1</attachmentsrequired>' },
      'Students hand in files, which isn’t supported.',
    ],
    [
      'no solution',
      { settings: { answer: ' ' } },
      'It has no sample answer, which a program needs as its solution.',
    ],
    ['no test cases', { tests: [] }, 'Its answer can’t be used. Add at least one test case.'],
    [
      'too many test cases',
      { tests: Array.from({ length: 51 }, (_, at) => ({ input: `${at}`, output: `${at}` })) },
      'It has 51 test cases; a program here has at most 50.',
    ],
  ])('%s is refused with its reason', (_, change, reason) => {
    expect(read(change)).toEqual({ reasons: [reason] });
  });

  test.each<[string, Change, string]>([
    [
      'test code of a whole program',
      { tests: [{ input: '3', output: '9', code: 'Test 1' }] },
      'The code of its test cases was not imported; its programs don’t use it.',
    ],
    [
      'further text of a test case',
      { tests: [{ input: '3', output: '9', extra: 'more' }] },
      'The extra data of its test cases was not imported.',
    ],
    ['further text', { settings: { globalextra: 'more' } }, 'Its extra data was not imported.'],
    [
      'parameters that no text uses',
      { settings: { templateparams: '{"n": 3}' } },
      'Its template parameters were not imported.',
    ],
    [
      'options of the compiler',
      { settings: { sandboxparams: '{"compileargs": ["-O3"]}' } },
      'The options of its compiler were not imported.',
    ],
    [
      'a grader that takes small differences',
      { settings: { grader: 'NearEqualityGrader' } },
      'Its outputs may differ in spaces here, but not in capitals.',
    ],
    [
      'files that students may add',
      { more: '<attachments>1</attachments><attachmentsrequired>0</attachmentsrequired>' },
      'Students can’t add files here.',
    ],
    [
      'an element that nobody knows',
      { inTests: '<note>Read this</note>' },
      'Its part “note” (Read this) was not imported.',
    ],
  ])('%s is listed, and the rest imported', (_, change, reason) => {
    const { kind, reasons } = { kind: '', ...read(change) };
    expect(kind).toBe('program');
    expect(reasons.filter((each) => each !== SPACES)).toEqual([reason]);
  });

  test('a precheck and samples beyond the limit are listed', () => {
    const example = 'testtype="0" useasexample="1" mark="1"';
    const tests = Array.from({ length: 12 }, (_, at) => ({
      input: `${at}`,
      output: at === 0 ? '' : `${at}`,
      attributes: example,
    }));
    const precheck = { input: '', output: '', attributes: 'testtype="1" mark="1"' };
    const { body, key, reasons } = { body: {}, key: {}, ...read({ tests: [...tests, precheck] }) };
    expect(body).toMatchObject({ samples: Array.from({ length: 10 }, () => expect.anything()) });
    expect(key).toMatchObject({ cases: Array.from({ length: 12 }, () => expect.anything()) });
    expect(reasons).toEqual([
      SPACES,
      'Its test cases for the precheck were not imported.',
      '2 of its examples are test cases only; students see at most 10, each with an output.',
    ]);
  });
});
