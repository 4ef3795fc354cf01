import { languageOf } from '../../runs/languages.ts';
import { type PrintedPart, definePrinted, printNotAnswered } from '../printed-form.ts';
import { readJudgement } from './judgement.ts';
import { readProgramAnswer } from './program-answer.ts';
import { ProgramBody, ProgramKey } from './program.ts';

/** A page to write a short program on. */
const LINES = 18;

export const programPrinted = definePrinted(
  { Body: ProgramBody, Key: ProgramKey },
  (body, { answer, key, judgement }) => [
    { part: 'text', label: 'Language', text: body.languages.map(nameOf).join(' or ') },
    ...body.samples.flatMap(({ input, output }): PrintedPart[] => [
      ...(input === '' ? [] : [{ part: 'output' as const, label: 'Input', text: input }]),
      { part: 'output', label: 'Output', text: output },
    ]),
    ...(body.files ?? []).map(({ path, text }): PrintedPart => ({
      part: 'program',
      label: path,
      text,
    })),
    ...(answer === undefined && !key ? [{ part: 'lines' as const, count: LINES }] : []),
    ...printAnswer(answer),
    ...(key && judgement ? [printOutcomes(key, judgement)] : []),
    ...(key && answer === undefined ? printSolution(key) : []),
    ...(key && answer === undefined ? printHiddenFiles(key) : []),
  ],
);

const nameOf = (language: ProgramKey['solution']['language']): string => languageOf(language).name;

function printAnswer(answer: string | null | undefined): PrintedPart[] {
  const read = answer ? readProgramAnswer(answer) : null;
  if (!read) return printNotAnswered(answer);
  const { language, drafts } = read;
  return [
    { part: 'program', label: `Answer in ${nameOf(language)}`, text: drafts[language] ?? '' },
  ];
}

function printOutcomes({ cases }: ProgramKey, judgement: string): PrintedPart {
  const read = readJudgement(judgement);
  const outcomes = 'outcomes' in read ? read.outcomes : [];
  return {
    part: 'outcomes',
    outcomes: cases.map(({ name, points }, at) => ({
      name: name === '' ? `Test case ${at + 1}` : name,
      points,
      outcome: outcomes[at] ?? null,
    })),
  };
}

const printSolution = ({ solution: { language, text } }: ProgramKey): PrintedPart[] =>
  text === '' ? [] : [{ part: 'program', label: `Solution in ${nameOf(language)}`, text }];

const printHiddenFiles = ({ files = [] }: ProgramKey): PrintedPart[] =>
  files.map(({ path, text }) => ({ part: 'program', label: `Hidden file ${path}`, text }));
