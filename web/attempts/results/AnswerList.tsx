import { Badge, Paper } from '@mantine/core';
import IconCheck from '~icons/check';
import IconGift from '~icons/gift';
import IconMinus from '~icons/minus';
import IconX from '~icons/x';
import { type AnsweredQuestion, isAnsweredRight } from '@vlabs/contract/quizzes/attempts';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { Markdown } from '../../ui/text/Markdown.tsx';
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
  const { QuestionTitle, QuestionOptions, CorrectAnswer, alsoRight = [], markedAnswer } = question;
  const right = [CorrectAnswer, ...alsoRight];
  return (
    <Paper withBorder component="article" className={classes.answer}>
      <div className={classes.top}>
        <h3 className={classes.number}>Question {number}</h3>
        <Verdict question={question} />
      </div>
      <Markdown text={QuestionTitle} topHeadingLevel={4} />
      <ul className={classes.options}>
        {OPTION_NUMBERS.map((option) => (
          <li key={option} data-correct={right.includes(option)}>
            <span>
              {option}. <Markdown text={QuestionOptions[option]} isInline />
            </span>
            <span className={classes.words}>
              {[
                ...(option === markedAnswer ? ['your answer'] : []),
                ...(right.includes(option) ? ['right answer'] : []),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function Verdict({ question }: { question: AnsweredQuestion }) {
  const { marking = 'by_key', markedAnswer } = question;
  if (marking !== 'by_key') {
    const [words, Icon] =
      marking === 'everyone' ? ['Given to everyone', IconGift] : ['Left out', IconMinus];
    return (
      <Badge variant="default" leftSection={<Icon size={12} aria-hidden />}>
        {words}
      </Badge>
    );
  }
  if (markedAnswer === null) {
    return (
      <Badge variant="default" leftSection={<IconMinus size={12} aria-hidden />}>
        Unanswered
      </Badge>
    );
  }
  return isAnsweredRight(question) ? (
    <Badge color="lagoon" variant="filled" leftSection={<IconCheck size={12} aria-hidden />}>
      Right
    </Badge>
  ) : (
    <Badge color="red.9" leftSection={<IconX size={12} aria-hidden />}>
      Wrong
    </Badge>
  );
}
