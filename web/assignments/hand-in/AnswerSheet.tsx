import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type AnsweredQuestion,
  getResult,
  isAnsweredRight,
  keyOf,
} from '@vlabs/contract/quizzes/attempts';
import { bodyOf } from '@vlabs/contract/quizzes/questions';
import { kinds } from '@vlabs/kinds/kinds';
import type { Submission } from '@vlabs/contract/insight';
import { Fragment } from 'react';
import { queryOf } from '../../platform/calls/query-of.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Markdown } from '../../ui/text/Markdown.tsx';
import { Loaded } from '../../ui/states.tsx';

interface AnswerSheetProps {
  submission: Submission;
  onClose: () => void;
}

/** One student's answers, with the questions as they saw them. */
export function AnswerSheet({ submission, onClose }: AnswerSheetProps) {
  const { id: uniqueId, userId, name, title, score, fullScore } = submission;
  const query = useQuery(queryOf(getResult, { params: { uniqueId }, query: { userId } }));
  return (
    <Dialog title={`${title}: ${name}`} size="wide" onClose={onClose}>
      <Text mb="md">
        <Code>{userId}</Code>, score <Code>{`${score} of ${fullScore}`}</Code>
      </Text>
      <Loaded
        query={query}
        waiting={<Skeleton height={240} aria-label="Loading..." />}
        failure="The answers could not be loaded."
      >
        {({ questions = {} }) => (
          <Stack component="ol" gap="md" pl="lg" m={0}>
            {Object.entries(questions).map(([number, question]) => (
              <li key={number}>
                <Answer question={question} />
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}

function Code({ children }: { children: string }) {
  return (
    <Text span inherit ff="monospace">
      {children}
    </Text>
  );
}

function Answer({ question }: { question: AnsweredQuestion }) {
  const { kind: name, body } = bodyOf(question);
  const kind = kinds[name];
  const halves = { body, key: keyOf(question) };
  const { QuestionTitle, markedAnswer } = question;
  const isRight = isAnsweredRight(question);
  const given = markedAnswer === null ? [] : kind.classesOf(body, markedAnswer);
  return (
    <>
      <Markdown text={QuestionTitle} topHeadingLevel={3} />
      {!kind.asksNothing && (
        <Text component="div">
          {markedAnswer === null ? 'No answer.' : `${verdictOf(question)}: `}
          <Listed labels={given.map((one) => kind.showClass(halves, one).label)} by=", " />
          {!isRight && ' (correct answer: '}
          {!isRight && <Listed labels={kind.listRight(halves)} by=", or " />}
          {!isRight && ')'}
          {question.marking === 'everyone' && ' Everyone gets the score of this question.'}
          {question.marking === 'left_out' && ' This question does not count.'}
        </Text>
      )}
    </>
  );
}

function verdictOf(question: AnsweredQuestion): string {
  if (isAnsweredRight(question)) return 'Correct';
  if (!('Kind' in question) || question.mark === 0) return 'Wrong';
  return `${question.mark} of ${question.Points} points`;
}

/** Markdown labels, inline. */
function Listed({ labels, by }: { labels: readonly string[]; by: string }) {
  return labels.map((label, place) => (
    <Fragment key={label}>
      {place > 0 && by}
      <Markdown text={label} isInline />
    </Fragment>
  ));
}
