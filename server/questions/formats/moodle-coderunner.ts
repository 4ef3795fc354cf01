import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import type { FileProgram } from '@vlabs/contract/kinds/file-answers';
import { type Structure, oneOf } from './unread-parts.ts';
import { shorten } from '../reading/plain-question.ts';
import { type XmlElement, childOf, childrenOf, textOf } from '../texts/xml-tree.ts';

/** The types of CodeRunner that run an answer as a whole program, once for each test case. */
const LANGUAGES = new Map<string, Language>([
  ['c_program', 'c'],
  ['cpp_program', 'cpp'],
  ['java_program', 'java'],
  ['python3', 'python'],
]);

/** Limits of programs here. */
const MAX_CASES = 50;
const MAX_SAMPLES = 10;
const SECONDS = { what: 'time limit', unit: 'seconds', otherwise: '2', least: 0.1, most: 15 };
const MEGABYTES = { what: 'memory limit', unit: 'MB', otherwise: '256', least: 16, most: 500 };

const GRADERS = ['', 'EqualityGrader', 'NearEqualityGrader'];
const EDITORS = ['', 'ace', 'none', 'scratchpad'];
const ONLY_PROGRAMS = 'isn’t supported; programs that read standard input are';

/** What is read, and settings of CodeRunner that change neither texts nor marks here. */
export const CODERUNNER_STRUCTURE: Structure = {
  question: oneOf(
    'name questiontext generalfeedback defaultgrade penalty hidden idnumber hint tags coderunnertype prototypetype allornothing penaltyregime precheck hidecheck showsource answerboxlines answerboxcolumns answerpreload globalextra useace resultcolumns template iscombinatortemplate allowmultiplestdins answer validateonsave testsplitterre language acelang sandbox grader cputimelimitsecs memlimitmb sandboxparams templateparams hoisttemplateparams extractcodefromjson templateparamslang templateparamsevalpertry templateparamsevald twigall uiplugin uiparameters attachments attachmentsrequired maxfilesize filenamesregex filenamesexplain displayfeedback giveupallowed prototypeextra testcases',
  ),
  questiontext: oneOf('text file'),
  testcases: oneOf('testcase file'),
  testcase: oneOf('testcode stdin expected extra display'),
  testcode: oneOf('text'),
  stdin: oneOf('text'),
  expected: oneOf('text'),
  extra: oneOf('text'),
  display: oneOf('text'),
};

interface CodeRunner {
  answers: FileProgram;
  leftOut: string[];
}

/** The program that a question asks for, or why it cannot be imported. */
export function readCodeRunner(question: XmlElement): CodeRunner | string {
  const setting = (name: string) => textOf(childOf(question, name)).trim();
  const all = childrenOf(childOf(question, 'testcases') ?? question, 'testcase').map(readTest);
  const tests = all.filter(({ isPrecheck }) => !isPrecheck);
  const refusal = refuseSettings(setting) ?? refuseTests(question, tests);
  if (refusal !== null) return refusal;
  const type = setting('coderunnertype');
  const language = LANGUAGES.get(type);
  if (!language) return `Its type “${type.slice(0, 40)}” ${ONLY_PROGRAMS}.`;
  if (language === 'python' && tests.some(({ code }) => code !== '')) {
    return `Its test cases call functions of the answer, which ${ONLY_PROGRAMS}.`;
  }
  const runsAs = setting('language').toLowerCase();
  if (runsAs !== '' && !namesOf(language).includes(runsAs)) {
    return `Its programs run as “${runsAs.slice(0, 40)}”, which isn’t supported.`;
  }
  const solution = textOf(childOf(question, 'answer'));
  if (solution.trim() === '')
    return 'It has no sample answer, which a program needs as its solution.';
  const seconds = readLimit(setting('cputimelimitsecs'), SECONDS);
  const megabytes = readLimit(setting('memlimitmb'), MEGABYTES);
  const { samples, unshown } = readSamples(tests);
  const answers: FileProgram = {
    form: 'program',
    language,
    starter: textOf(childOf(question, 'answerpreload')),
    solution,
    samples,
    cases: tests.map(({ input, output, points }) => ({ input, output, points })),
    // CodeRunner’s own default.
    allOrNothing: setting('allornothing') !== '0',
    showsCases: tests.every(({ display, hidesRest }) => display === 'SHOW' && !hidesRest),
    seconds: seconds.value,
    megabytes: megabytes.value,
  };
  const leftOut = [
    ...listSettings(setting),
    ...listTests(tests),
    ...(all.length > tests.length ? ['Its test cases for the precheck were not imported.'] : []),
    ...unshown,
    ...seconds.leftOut,
    ...megabytes.leftOut,
  ];
  return { answers, leftOut };
}

type Setting = (name: string) => string;

const namesOf = (language: Language): readonly string[] => {
  const { key, name, otherNames = [] } = languageOf(language);
  return [key, name.toLowerCase(), ...otherNames];
};

/** A template that runs the answer alone. */
const PLAIN_TEMPLATE = /^\{\{\s{0,9}STUDENT_ANSWER\s{0,9}\}\}$/;

function refuseSettings(setting: Setting): string | null {
  if (!isNone(setting('prototypetype'))) return 'It is a question type, not a question.';
  const template = setting('template');
  if (template !== '' && !PLAIN_TEMPLATE.test(template)) {
    return 'It runs answers in a template of its own, which isn’t supported.';
  }
  if (!isNone(setting('twigall')))
    return 'Its texts are made by a template, which isn’t supported.';
  const grader = setting('grader');
  if (!GRADERS.includes(grader))
    return `Its outputs are judged by “${grader.slice(0, 40)}”, which isn’t supported.`;
  const editor = setting('uiplugin').toLowerCase();
  if (!EDITORS.includes(editor))
    return `It is answered in “${editor.slice(0, 40)}”, which isn’t supported; a code editor is.`;
  return isNone(setting('attachmentsrequired'))
    ? null
    : 'Students hand in files, which isn’t supported.';
}

function refuseTests(question: XmlElement, tests: readonly Test[]): string | null {
  if (childOf(childOf(question, 'testcases'), 'file')) {
    return 'It has files for its test cases, which aren’t supported.';
  }
  return tests.length > MAX_CASES
    ? `It has ${tests.length} test cases; a program here has at most ${MAX_CASES}.`
    : null;
}

const isNone = (setting: string): boolean => setting === '' || setting === '0';

type Test = ReturnType<typeof readTest>;

function readTest(test: XmlElement) {
  const text = (name: string) => {
    const part = childOf(test, name);
    return textOf(childOf(part, 'text') ?? part);
  };
  const mark = test.attributes.get('mark')?.trim() ?? '';
  const points = mark === '' ? '1' : mark;
  return {
    input: text('stdin'),
    output: text('expected'),
    code: text('testcode').trim(),
    extra: text('extra').trim(),
    display: text('display').trim().toUpperCase() || 'SHOW',
    /** Without the zeros that Moodle adds. */
    points: /^\d{1,9}\.\d{0,9}$/.test(points) ? String(Number(points)) : points,
    isExample: test.attributes.get('useasexample') === '1',
    isPrecheck: test.attributes.get('testtype') === '1',
    hidesRest: test.attributes.get('hiderestiffail') === '1',
  };
}

function readSamples(tests: readonly Test[]) {
  const examples = tests.filter(({ isExample }) => isExample);
  const samples = examples
    .filter(({ output }) => output.trim() !== '')
    .slice(0, MAX_SAMPLES)
    .map(({ input, output }) => ({ input, output }));
  const rest = examples.length - samples.length;
  const unshown = `${rest} of its examples ${rest === 1 ? 'is a test case' : 'are test cases'} only; students see at most ${MAX_SAMPLES}, each with an output.`;
  return { samples, unshown: rest > 0 ? [unshown] : [] };
}

function readLimit(
  typed: string,
  { what, unit, otherwise, least, most }: typeof SECONDS,
): { value: string; leftOut: string[] } {
  if (typed === '') return { value: otherwise, leftOut: [] };
  const asked = Number(typed);
  if (asked >= least && asked <= most) return { value: String(asked), leftOut: [] };
  // CodeRunner sets no limit at 0.
  const bound = asked > 0 && asked < least ? least : most;
  const value = Number.isFinite(asked) ? String(bound) : otherwise;
  const reason = `Its ${what} of ${shorten(typed)} ${unit} was not imported; it is ${value} ${unit} here.`;
  return { value, leftOut: [reason] };
}

function listSettings(setting: Setting): string[] {
  const parameters = setting('templateparams');
  return [
    setting('grader') === 'NearEqualityGrader'
      ? 'Its outputs may differ in spaces here, but not in capitals.'
      : 'Spaces and line breaks in its outputs don’t count here.',
    ...(setting('globalextra') === '' ? [] : ['Its extra data was not imported.']),
    ...(parameters === '' || parameters === '{}'
      ? []
      : ['Its template parameters were not imported.']),
    ...(setting('sandboxparams') === '' ? [] : ['The options of its compiler were not imported.']),
    ...(isNone(setting('attachments')) ? [] : ['Students can’t add files here.']),
  ];
}

function listTests(tests: readonly Test[]): string[] {
  const has = (is: (test: Test) => boolean) => tests.some((test) => is(test));
  const first = tests[0]?.display;
  const isShownByParts =
    has(({ display, hidesRest }) => display !== first || hidesRest) ||
    has(({ display }) => display !== 'SHOW' && display !== 'HIDE');
  return [
    ...(has(({ code }) => code !== '')
      ? ['The code of its test cases was not imported; its programs don’t use it.']
      : []),
    ...(has(({ extra }) => extra !== '')
      ? ['The extra data of its test cases was not imported.']
      : []),
    ...(isShownByParts
      ? ['Which of its test cases are shown was not imported; students see the points of each.']
      : []),
  ];
}
