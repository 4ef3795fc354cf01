import { Badge, Paper } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import type { AnsweredQuestion } from '@vlabs/contract/attempts';
import { OPTION_NUMBERS } from '@vlabs/contract/questions';
import { Markdown } from '../ui/Markdown.tsx';
import classes from './AnswerList.module.css';
import pageClasses from './SubmittedPage.module.css';

/** Each question with the student's answer and the right one. */
export function AnswerList({ questions }: { questions: Record<string, AnsweredQuestion> }) {
  return (
    <section aria-labelledby="answers" className={pageClasses.section}>
      <h2 id="answers" className={pageClasses.heading}>
        Questions and answers
      </h2>
      <ol className={classes.list}>
        {Object.entries(questions).map(([number, question]) => (
          <li key={number}>
            <Answer number={number} question={question} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Answer({ number, question }: { number: string; question: AnsweredQuestion }) {
  const { QuestionTitle, QuestionOptions, CorrectAnswer, markedAnswer } = question;
  return (
    <Paper withBorder component="article" className={classes.answer}>
      <div className={classes.top}>
        <h3 className={classes.number}>Question {number}</h3>
        <Verdict isAnswered={markedAnswer !== null} isRight={markedAnswer === CorrectAnswer} />
      </div>
      <Markdown text={QuestionTitle} topHeadingLevel={4} />
      <ul className={classes.options}>
        {OPTION_NUMBERS.map((option) => (
          <li key={option} data-correct={option === CorrectAnswer}>
            <span>
              {option}. <Markdown text={QuestionOptions[option]} isInline />
            </span>
            <span className={classes.words}>
              {[
                ...(option === markedAnswer ? ['your answer'] : []),
                ...(option === CorrectAnswer ? ['right answer'] : []),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function Verdict({ isAnswered, isRight }: { isAnswered: boolean; isRight: boolean }) {
  if (!isAnswered) {
    return (
      <Badge variant="default" leftSection={<IconMinus size={12} aria-hidden />}>
        Unanswered
      </Badge>
    );
  }
  return isRight ? (
    <Badge color="lagoon" variant="filled" leftSection={<IconCheck size={12} aria-hidden />}>
      Right
    </Badge>
  ) : (
    <Badge color="red.9" leftSection={<IconX size={12} aria-hidden />}>
      Wrong
    </Badge>
  );
}
