import { Radio, Text } from '@mantine/core';
import type { DraftQuestion, TypedQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { keyOfFour, KIND_OF_FOUR } from '@vlabs/contract/kinds/four-options';
import { optionsBody, OptionsBody } from '@vlabs/contract/kinds/options';
import { PinSuggestions } from '../../kinds/parts/PinSuggestions.tsx';
import { useId } from 'react';
import { MarkdownField } from '../../ui/text/MarkdownField.tsx';
import classes from './QuestionEditor.module.css';
import { ofFour } from '../drafts/draft-content.ts';
import type { Builder } from './use-builder.ts';

interface FourOptionsFieldsProps {
  question: TypedQuestion;
  builder: Builder;
  mistakes: Record<string, string>;
}

/** Four options, one of them marked as correct. */
export function FourOptionsFields({ question, builder, mistakes }: FourOptionsFieldsProps) {
  const keyMistakeId = useId();
  const pin = (place: number) => {
    builder.changeKind(KIND_OF_FOUR);
    builder.change((now) => pinned(now, place, question.CorrectAnswer));
  };
  return (
    <fieldset
      className={classes.options}
      aria-describedby={mistakes['CorrectAnswer'] === undefined ? undefined : keyMistakeId}
    >
      <legend className={classes.legend}>Options</legend>
      {OPTION_NUMBERS.map((option) => (
        <div key={option} className={classes.option}>
          <MarkdownField
            label={`Option ${option}`}
            name={`QuestionOptions.${option}`}
            rows={{ min: 1, max: 8 }}
            isOption
            value={question.QuestionOptions[option]}
            error={mistakes[`QuestionOptions.${option}`]}
            onChange={(value) =>
              builder.change(
                ofFour((now) => ({
                  ...now,
                  QuestionOptions: { ...now.QuestionOptions, [option]: value },
                })),
              )
            }
          />
          <Radio
            className={classes.correct}
            name={`CorrectAnswer.${question.key}`}
            label="Correct"
            aria-label={`Correct ${option}`}
            checked={question.CorrectAnswer === option}
            onChange={() => builder.change(ofFour((now) => ({ ...now, CorrectAnswer: option })))}
          />
        </div>
      ))}
      <PinSuggestions
        options={OPTION_NUMBERS.map((option) => question.QuestionOptions[option])}
        pinned={[]}
        onPin={pin}
        consequence=" If it keeps its place, the question becomes a single choice (2 to 10 options)."
      />
      {mistakes['CorrectAnswer'] !== undefined && (
        <Text id={keyMistakeId} size="sm" c="var(--mantine-color-error)">
          {mistakes['CorrectAnswer']}
        </Text>
      )}
    </fieldset>
  );
}

/** The single choice that a question became, with the option in its place and the same correct option. */
function pinned(question: DraftQuestion, place: number, correct: string): DraftQuestion {
  if (!('Kind' in question)) return question;
  const { options } = OptionsBody.parse(question.Body);
  const right = correct === '' ? [] : [Number(correct)];
  return { ...question, Body: optionsBody(options, [place]), Key: keyOfFour(right) };
}
