import type { TypedQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { makeUuid } from '../../platform/random-ids.ts';
import { findProgram, plainText, type Program } from './find-program.ts';
import {
  chooseWrongAnswers,
  drawNumbers,
  fillIn,
  listMisreadings,
  type NumberRange,
  type Numbers,
  writeForm,
} from './question-template.ts';
import { type Ran, runProgram } from './run-programs.ts';

export interface Template {
  title: string;
  ranges: NumberRange[];
  /** The number of variants; each student is asked one of them. */
  forms: number;
}

export type FromTemplate = { question: TypedQuestion } | { problem: string };

type Form = ReturnType<typeof writeForm>;

/** Runs the program and its misreadings with each set of numbers, and writes the question. */
export async function makeFromTemplate(
  template: Template,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<FromTemplate> {
  const forms: Form[] = [];
  for (const numbers of drawNumbers(template.ranges, template.forms)) {
    const made = await makeForm(template.title, numbers, signal);
    if ('problem' in made) return made;
    forms.push(made);
    onProgress(forms.length);
  }
  const [first, ...others] = forms;
  if (!first) return { problem: 'The ranges have no numbers.' };
  const variants = others.length > 0 ? { Variants: others } : {};
  return { question: { key: makeUuid(), ...first, ...variants } };
}

async function makeForm(
  template: string,
  numbers: Numbers,
  signal: AbortSignal,
): Promise<Form | { problem: string }> {
  const title = fillIn(template, numbers);
  const program = findProgram(title);
  if (!program) return { problem: 'There is no program in the question.' };
  const ran = await runProgram(program, signal);
  if ('problem' in ran) return { problem: `${ran.problem} ${describe(numbers)}` };
  const right = plainText(ran.printed);
  const wrong = chooseWrongAnswers(right, await runAll(listMisreadings(program), signal));
  if (right === '' || !wrong) {
    return {
      problem: `Three wrong answers couldn’t be found. ${describe(numbers)} Let the program print a number.`,
    };
  }
  return writeForm(title, right, wrong, Math.floor(Math.random() * 4));
}

/** Output of the misreadings that run; those that do not compile or end are dropped. */
async function runAll(programs: readonly Program[], signal: AbortSignal): Promise<string[]> {
  const ran: Ran[] = await Promise.all(programs.map((program) => runProgram(program, signal)));
  return ran.flatMap((result) => ('printed' in result ? [result.printed] : []));
}

const describe = (numbers: Numbers): string =>
  `(${Object.entries(numbers)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')}.)`;
