import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type AnsweredQuestion,
  getResult,
  isAnsweredRight,
} from '@vlabs/contract/quizzes/attempts';
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

/** What one student answered, as they saw the questions. */
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
  const { QuestionTitle, QuestionOptions, CorrectAnswer, alsoRight = [], markedAnswer } = question;
  const isRight = isAnsweredRight(question);
  const right = [CorrectAnswer, ...alsoRight];
  const chosen = markedAnswer === null ? null : QuestionOptions[markedAnswer];
  return (
    <>
      <Markdown text={QuestionTitle} topHeadingLevel={3} />
      <Text component="div">
        {chosen === null ? 'No answer.' : `${isRight ? 'Right' : 'Wrong'}: `}
        {chosen !== null && <Markdown text={chosen} isInline />}
        {!isRight && ' (right is: '}
        {!isRight &&
          right.map((option, place) => (
            <Fragment key={option}>
              {place > 0 && ', or '}
              <Markdown text={QuestionOptions[option]} isInline />
            </Fragment>
          ))}
        {!isRight && ')'}
        {question.marking === 'everyone' && ' Everyone has the score of this question.'}
        {question.marking === 'left_out' && ' This question is left out.'}
      </Text>
    </>
  );
}
