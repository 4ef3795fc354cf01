import { Language, languageOf } from '../../runs/languages.ts';
import type { TestCase } from '../../runs/test-case.ts';
import { z } from 'zod';
import { type Mistake, defineKind } from '../kind.ts';
import { CaseLimits, listLimitMistakes, writeLimits } from '../scoring/case-limits.ts';
import { scoreProgram } from '../scoring/programs.ts';
import {
  NOTHING,
  type Ratio,
  WHOLE,
  isAtMost,
  isSame,
  ratio,
  readDecimal,
  readRatio,
  sumOf,
  writeRatio,
} from '../scoring/ratios.ts';
import { Short, Written } from '../texts.ts';
import { CLASSES, classOf, isClass } from './classes.ts';
import { type Judgement, readJudgement } from './judgement.ts';
import { TeacherFiles, listFileMistakes } from './teacher-files.ts';
import {
  type ProgramAnswer,
  MAX_PROGRAM_ANSWER,
  isSameText,
  readProgramAnswer,
} from './program-answer.ts';

export const MAX_SAMPLES = 10;
export const MAX_CASES = 50;
export const MAX_CASE_TEXT = 20_000;

/** How much of each test case students see after the answers are released. */
export const REVEALS = ['points', 'names', 'all'] as const;

export const ProgramBody = z.object({
  /** The first is preselected. */
  languages: z.array(Language),
  /** The text that the editor begins with, by language. */
  starters: z.partialRecord(Language, Written),
  /** What students see and can check; not scored. */
  samples: z
    .array(z.object({ input: Written, output: Written }))
    .max(MAX_SAMPLES, `A program has at most ${MAX_SAMPLES} samples.`),
  /** Files that students see and cannot change. */
  files: TeacherFiles,
  ...CaseLimits.shape,
});
export type ProgramBody = z.infer<typeof ProgramBody>;

export const Case = z.object({
  name: Short,
  input: Written,
  output: Written,
  /** As typed. */
  points: Short,
  /** Test cases of a group earn their points together or not at all; empty for none. */
  group: Short,
});
export type Case = z.infer<typeof Case>;

export const ProgramKey = z.object({
  /** The teacher's own program. */
  solution: z.object({ language: Language, text: Written }),
  cases: z.array(Case).max(MAX_CASES, `A program has at most ${MAX_CASES} test cases.`),
  /** Files that only the judging has. */
  files: TeacherFiles,
  allOrNothing: z.boolean(),
  reveals: z.enum(REVEALS),
});
export type ProgramKey = z.infer<typeof ProgramKey>;

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

function pointsOf({ points }: Case): Ratio | null {
  const read = readDecimal(points.trim());
  return read && isAtMost(NOTHING, read) && isAtMost(read, ratio(1000)) ? read : null;
}

function listBodyMistakes(body: ProgramBody): Mistake[] {
  const mistakes: Mistake[] = [];
  const add = (path: string, message: string) => mistakes.push({ path, message });
  if (body.languages.length === 0) add('Body.languages', 'Choose at least one language.');
  if (new Set(body.languages).size < body.languages.length)
    add('Body.languages', 'Choose each language once.');
  for (const [language, text] of Object.entries(body.starters)) {
    if (!isStorable(text)) add(`Body.starters.${language}`, NOT_STORABLE);
  }
  for (const [at, { input, output }] of body.samples.entries()) {
    addCaseText(add, `Body.samples.${at}.input`, input);
    addCaseText(add, `Body.samples.${at}.output`, output);
    if (output.trim() === '') add(`Body.samples.${at}.output`, 'Write the expected output.');
  }
  return [...mistakes, ...listLimitMistakes('Body', body)];
}

const NOT_STORABLE = 'This text has characters that can’t be stored. Remove them.';

function addCaseText(add: (path: string, message: string) => void, path: string, text: string) {
  if (text.length > MAX_CASE_TEXT)
    add(path, `This has at most ${MAX_CASE_TEXT.toLocaleString('en-IN')} characters.`);
  if (!isStorable(text)) add(path, NOT_STORABLE);
}

function listKeyMistakes({ languages }: ProgramBody, key: ProgramKey): Mistake[] {
  const mistakes: Mistake[] = [];
  const add = (path: string, message: string) => mistakes.push({ path, message });
  const { solution, cases } = key;
  if (solution.text.trim() === '') add('Key.solution.text', 'Write a solution.');
  if (!isStorable(solution.text)) add('Key.solution.text', NOT_STORABLE);
  if (!languages.includes(solution.language))
    add('Key.solution.language', 'Choose one of the allowed languages.');
  for (const [at, one] of cases.entries()) {
    if (one.name.length > 100) add(`Key.cases.${at}.name`, 'A name has at most 100 characters.');
    addCaseText(add, `Key.cases.${at}.input`, one.input);
    addCaseText(add, `Key.cases.${at}.output`, one.output);
    if (!pointsOf(one))
      add(`Key.cases.${at}.points`, 'Points are a number from 0 to 1000, such as 1 or 2.5.');
  }
  if (cases.length === 0) add('Key.cases', 'Add at least one test case.');
  else if (isSame(sumOf(cases.map((one) => pointsOf(one) ?? NOTHING)), NOTHING))
    add('Key.cases', 'Give points to at least one test case.');
  return mistakes;
}

/** Test cases of a group in one list, which earns the sum of their points; the others alone. */
function groupCases(cases: readonly Case[], passed: readonly boolean[]) {
  const judged = cases.map((one, at) => ({
    group: one.group.trim() === '' ? at : one.group.trim(),
    points: pointsOf(one) ?? NOTHING,
    outcome: passed[at] ? WHOLE : NOTHING,
  }));
  return [...Map.groupBy(judged, ({ group }) => group).values()].map((tests) => {
    const points = sumOf(tests.map((test) => test.points));
    return tests.map(({ outcome }) => ({ points, outcome }));
  });
}

function scoreBy({ cases, allOrNothing }: ProgramKey, judgement: string): Ratio {
  const read = readJudgement(judgement);
  if ('share' in read) return readRatio(read.share) ?? NOTHING;
  const passed = read.outcomes.map((outcome) => outcome === 'passed');
  const groups = groupCases(cases, passed);
  return scoreProgram(allOrNothing ? 'all_or_nothing' : 'subtasks', groups);
}

function writeTestCases(body: ProgramBody, { cases }: ProgramKey): TestCase[] {
  const limits = writeLimits(body);
  return cases.map((one) => ({
    name: one.name,
    input: one.input,
    expectedOutput: one.output,
    points: Number(one.points),
    isHidden: true,
    ...limits,
  }));
}

/** Null if the open text equals its starter. */
function countedOf(body: ProgramBody, answer: string): ProgramAnswer | null {
  const read = readProgramAnswer(answer);
  if (!read) return null;
  const text = read.drafts[read.language] ?? '';
  return isSameText(text, body.starters[read.language] ?? '') ? null : read;
}

/** What students may see of the key once the answers are released. */
function releaseKey(whole: ProgramKey): ProgramKey {
  if (whole.reveals === 'all') return whole;
  const { files: _files, ...key } = whole;
  const hasNames = key.reveals === 'names';
  const groups = [...new Set(key.cases.map(({ group }) => group.trim()))].filter(Boolean);
  const cases = key.cases.map(({ name, points, group }) => ({
    name: hasNames ? name : '',
    input: '',
    output: '',
    points,
    // Which test cases belong together explains the points, and what they are called is a name.
    group: hasNames || group.trim() === '' ? group : String(groups.indexOf(group.trim()) + 1),
  }));
  return { ...key, solution: { ...key.solution, text: '' }, cases };
}

/** A program, run on hidden test cases after the submission. */
export const program = defineKind<ProgramBody, ProgramKey>({
  label: 'Program',
  Body: ProgramBody,
  Key: ProgramKey,
  textsOf: () => [],
  blank: {
    body: {
      languages: ['c', 'cpp', 'java', 'python'],
      starters: {},
      samples: [{ input: '', output: '' }],
      comparison: 'ignoring-space',
      tolerance: '0.000001',
      seconds: '2',
      megabytes: '256',
    },
    key: {
      solution: { language: 'c', text: '' },
      cases: [{ name: '', input: '', output: '', points: '1', group: '' }],
      allOrNothing: false,
      reveals: 'points',
    },
  },
  drafted: null,
  maxAnswer: MAX_PROGRAM_ANSWER,
  listMistakes: (body, key) => [
    ...listBodyMistakes(body),
    ...listKeyMistakes(body, key),
    ...listFileMistakes({
      languages: body.languages,
      readOnly: body.files ?? [],
      hidden: key.files ?? [],
    }),
  ],
  isAnswer({ languages }, answer) {
    const read = readProgramAnswer(answer);
    return (
      read !== null &&
      [read.language, ...Object.keys(read.drafts)].every((name) =>
        languages.some((language) => language === name),
      )
    );
  },
  judged: {
    read(body, answer) {
      const read = countedOf(body, answer);
      return read && { language: read.language, text: read.drafts[read.language] ?? '' };
    },
    testCases: writeTestCases,
    files: (body, key) => [...(body.files ?? []), ...(key.files ?? [])],
    write: (outcomes) => JSON.stringify({ outcomes } satisfies Judgement),
    writeByHand: (share) => JSON.stringify({ share: writeRatio(share) } satisfies Judgement),
    releaseKey,
    solution: ({ solution }) => solution,
    starters: ({ languages, starters }) =>
      languages.flatMap((language) => {
        const text = starters[language] ?? '';
        return text.trim() === '' ? [] : [{ language, text }];
      }),
    paths: {
      solution: 'Key.solution.text',
      starter: (language) => `Body.starters.${language}`,
      timeLimit: () => 'Body.seconds',
      input: (at) => `Key.cases.${at}.input`,
      output: (at) => `Key.cases.${at}.output`,
    },
  },
  score: (_body, key, judgement) => scoreBy(key, judgement),
  ruleOf: (_body, { allOrNothing }) =>
    allOrNothing
      ? 'Your program is run on hidden tests after the end. It earns its points if it passes all of them.'
      : 'Your program is run on hidden tests after the end. Each one that it passes earns part of the points.',
  guess: () => null,
  listClasses: () => Object.keys(CLASSES),
  classesOf: (_body, judgement, key) => (key ? [classOf(judgement, scoreBy(key, judgement))] : []),
  showClass: (_body, _key, name) => {
    const label = isClass(name) ? CLASSES[name] : name;
    return { label, called: `“${label}”`, isRight: name === 'all' };
  },
  listRight: (_body, { solution, cases }) => {
    if (solution.text === '') return [];
    const { name } = languageOf(solution.language);
    const lines = counted(solution.text.trimEnd().split('\n').length, 'line');
    return [`${name} program of ${lines}, ${counted(cases.length, 'test case')}`];
  },
});

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
