import { Textarea } from '@mantine/core';
import type { AnswerProps } from '../view.tsx';
import { readProgramAnswer, writeProgramAnswer } from './program-answer.ts';
import type { ProgramBody } from './program.ts';

/** The student's program. */
export function ProgramAnswerField(props: AnswerProps<ProgramBody>) {
  const { body, answer, isLocked, labelledBy, onAnswer, onLeave } = props;
  const [first = 'c'] = body.languages;
  const read = (answer === null ? null : readProgramAnswer(answer)) ?? {
    language: first,
    drafts: {},
  };
  return (
    <Textarea
      aria-labelledby={labelledBy}
      autosize
      minRows={8}
      disabled={isLocked}
      value={read.drafts[read.language] ?? body.starters[read.language] ?? ''}
      onBlur={onLeave}
      onChange={({ currentTarget }) =>
        onAnswer(
          writeProgramAnswer({
            ...read,
            drafts: { ...read.drafts, [read.language]: currentTarget.value },
          }),
          true,
        )
      }
    />
  );
}
