import { printQuestion } from '@vlabs/contract/kinds/printed';
import type { Given, PrintedPart } from '@vlabs/contract/kinds/printed-form';
import type { Halves } from '@vlabs/contract/kinds/kind';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import type { TestOutcome } from '@vlabs/contract/runs/test-case';
import type { Block } from './printed-document.ts';

/** Of a program in a document. */
export const MAX_PROGRAM_LINES = 3000;
const MAX_OUTPUT_LINES = 120;

const outcomeWords: Record<TestOutcome, string> = {
  passed: 'Passed',
  wrong_output: 'Wrong output',
  time_limit: 'Time limit exceeded',
  runtime_error: 'Runtime error',
  not_compiled: 'Did not compile',
  not_run: 'Not run',
};

interface PrintedQuestion extends Halves {
  /** Empty for a text that asks nothing. */
  number: string;
  /** At the right end, such as its marks. */
  aside: string;
  kind: KindName;
  /** Markdown. */
  title: string;
}

/** A question with its number in the margin. An undefined key prints no correct answer. */
export function questionBlock(
  question: PrintedQuestion,
  given: Omit<Given<unknown>, 'key'>,
): Block {
  const { number, aside, kind, title } = question;
  const parts = printQuestion(kind, question, given);
  const isToFillIn = given.answer === undefined && question.key !== undefined;
  const blocks: Block[] = [
    { block: 'markdown', text: title },
    ...parts.flatMap((part) => blocksOf(part, isToFillIn)),
  ];
  return { block: 'keep', blocks: [{ block: 'numbered', number, aside, blocks }] };
}

/** `framesRight` marks correct options by a frame, as keys do; else words say what was chosen and what is correct. */
function blocksOf(part: PrintedPart, framesRight: boolean): Block[] {
  switch (part.part) {
    case 'options': {
      const options = part.options.map(({ letter, text, isChosen, isRight }) => ({
        letter,
        text,
        isFramed: framesRight && isRight,
        remark: framesRight
          ? ''
          : [isChosen ? 'chosen' : '', isRight ? 'correct' : ''].filter(Boolean).join(', '),
      }));
      return [{ block: 'options', options }];
    }
    case 'lines': {
      return [{ block: 'lines', count: part.count }];
    }
    case 'text': {
      return [{ block: 'fields', fields: [[part.label, part.text]] }];
    }
    case 'markdown': {
      return [
        { block: 'text', text: part.label, look: 'muted' },
        { block: 'markdown', text: part.text },
      ];
    }
    case 'program': {
      const { label, text } = part;
      return [
        { block: 'text', text: label, look: 'muted' },
        { block: 'code', text, hasLineNumbers: true, maxLines: MAX_PROGRAM_LINES },
      ];
    }
    case 'output': {
      return [
        { block: 'text', text: part.label, look: 'muted' },
        { block: 'code', text: part.text, hasLineNumbers: false, maxLines: MAX_OUTPUT_LINES },
      ];
    }
    case 'outcomes': {
      return [
        {
          block: 'table',
          columns: [
            { title: 'Test case', share: 3 },
            { title: 'Points', share: 1, align: 'right' },
            { title: 'Result', share: 2 },
          ],
          rows: part.outcomes.map(({ name, points, outcome }) => [
            name,
            points,
            outcome ? outcomeWords[outcome] : 'Marked by hand',
          ]),
        },
      ];
    }
    default: {
      return part satisfies never;
    }
  }
}
