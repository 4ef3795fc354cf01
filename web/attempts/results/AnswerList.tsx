import { Badge, Group, Paper, Text } from '@mantine/core';
import IconCheck from '~icons/check';
import IconClock from '~icons/clock';
import IconGift from '~icons/gift';
import IconMinus from '~icons/minus';
import IconProgress from '~icons/circle-half-2';
import IconX from '~icons/x';
import { type AnsweredQuestion, isAnsweredRight, keyOf } from '@vlabs/contract/attempts/attempts';
import { bodyOf } from '@vlabs/contract/quizzes/questions';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { views } from '../../kinds/views.tsx';
import { Suspense } from 'react';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './AnswerList.module.css';
import pageClasses from './SubmittedPage.module.css';
import { PartSkeleton } from '../../ui/states.tsx';

interface AnswerListProps {
  questions: Record<string, AnsweredQuestion>;
  /** The reader gave the answers; otherwise the reader is a teacher. */
  isOwn: boolean;
}

/** Each question with the student's answer and the correct one. */
export function AnswerList({ questions, isOwn }: AnswerListProps) {
  return (
    <section aria-labelledby="answers" className={pageClasses.section}>
      <h2 id="answers" className={pageClasses.heading}>
        Questions and answers
      </h2>
      <ol className={classes.list}>
        {Object.entries(questions).map(([number, question]) => (
          <li key={number}>
            <Answer number={number} question={question} isOwn={isOwn} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface OneAnswerProps {
  number: string;
  question: AnsweredQuestion;
  isOwn: boolean;
}

function Answer({ number, question, isOwn }: OneAnswerProps) {
  const { kind, body } = bodyOf(question);
  const { asksNothing } = kinds[kind];
  const { Review } = views[kind];
  return (
    <Paper withBorder component="article" className={classes.answer}>
      <div className={classes.top}>
        <h3 className={classes.number}>
          {asksNothing ? 'Text' : 'Question'} {number}
        </h3>
        {!asksNothing && <Verdict question={question} />}
      </div>
      <Markdown text={question.QuestionTitle} topHeadingLevel={4} />
      {Review ? (
        <Suspense fallback={<PartSkeleton height={160} />}>
          <Review
            body={body}
            answerKey={keyOf(question)}
            answer={question.markedAnswer}
            judgement={('Kind' in question && question.judgement) || null}
            isOwn={isOwn}
          />
        </Suspense>
      ) : (
        <Options question={question} whose={isOwn ? 'your answer' : 'the student’s answer'} />
      )}
    </Paper>
  );
}

function Options({ question, whose }: { question: AnsweredQuestion; whose: string }) {
  return (
    <ul className={classes.options}>
      {listAnswers(question).map(({ place, label, isGiven, isRight }) => (
        <li key={`${place} ${label}`} data-correct={isRight}>
          <span>
            {place !== null && `${place}. `}
            <Markdown text={label} isInline />
          </span>
          <span className={classes.words}>
            {[...(isGiven ? [whose] : []), ...(isRight ? ['correct answer'] : [])].join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** All options; for typed answers, the answer and the correct one. */
function listAnswers(question: AnsweredQuestion) {
  const { kind: name, body } = bodyOf(question);
  const kind = kinds[name];
  const halves = { body, key: keyOf(question) };
  const { markedAnswer } = question;
  const given = markedAnswer === null ? [] : kind.classesOf(body, markedAnswer);
  const listed = kind.listClasses(body);
  if (listed) {
    return listed.map((one, at) => {
      const { label, isRight } = kind.showClass(halves, one);
      return { place: at + 1, label, isGiven: given.includes(one), isRight };
    });
  }
  return [
    ...given.map((one) => ({
      place: null,
      isGiven: true,
      isRight: false,
      label: kind.showClass(halves, one).label,
    })),
    ...kind
      .listRight(halves)
      .map((label) => ({ place: null, label, isGiven: false, isRight: true })),
  ];
}

function Verdict({ question }: { question: AnsweredQuestion }) {
  const { marking = 'by_key', markedAnswer } = question;
  if (marking !== 'by_key') {
    const [words, Icon] =
      marking === 'everyone' ? ['Given to everyone', IconGift] : ['Does not count', IconMinus];
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
  if ('Kind' in question && question.mark === null) {
    return (
      <Badge variant="default" leftSection={<IconClock size={12} aria-hidden />}>
        Waiting to be judged
      </Badge>
    );
  }
  if ('Kind' in question && question.mark !== 0 && question.mark !== question.Points) {
    return (
      <Badge variant="default" leftSection={<IconProgress size={12} aria-hidden />}>
        {question.mark} of {question.Points} points
      </Badge>
    );
  }
  return (
    <Group gap="xs">
      {isAnsweredRight(question) ? (
        <Badge color="lagoon" variant="filled" leftSection={<IconCheck size={12} aria-hidden />}>
          Correct
        </Badge>
      ) : (
        <Badge color="red.9" leftSection={<IconX size={12} aria-hidden />}>
          Wrong
        </Badge>
      )}
      {'Kind' in question && (
        <Text span size="sm" c="dimmed">
          {question.mark} of {question.Points} points
        </Text>
      )}
    </Group>
  );
}
