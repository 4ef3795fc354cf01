import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconCode from '~icons/code';
import IconHistory from '~icons/history';
import IconPencil from '~icons/pencil';
import { type ProgramOfAttempt, getPrograms } from '@vlabs/contract/attempts/judging';
import { languageOf } from '@vlabs/contract/runs/languages';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { useWrites } from '../../platform/calls/use-account.ts';
import { TestResults } from '../../runs/results/TestResults.tsx';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { showLinesOf } from '../../ui/progress/show-part.ts';
import { Empty, LinesSkeleton, Loaded } from '../../ui/states.tsx';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import { Markdown } from '../../ui/text/Markdown.tsx';
import { MarkDialog } from './MarkDialog.tsx';
import { Playback } from './Playback.tsx';
import { useQuiz } from './use-quiz.ts';
import { useStudentName } from './use-live-attempts.ts';

const ASK_AGAIN_MS = 5000;

/** The programs of an attempt as they are saved, and what their test cases say. */
export function ProgramsPage() {
  const { uniqueId = '', userId = '' } = useParams();
  const query = useQuery({
    ...queryOf(getPrograms, { params: { uniqueId, userId } }),
    refetchInterval: ({ state }) =>
      state.data?.some((program) => program.state === 'working' || program.state === 'waiting')
        ? ASK_AGAIN_MS
        : false,
  });
  const name = useStudentName(uniqueId, userId) ?? userId;
  const mayMark = useWrites(useQuiz(uniqueId)?.classId);
  return (
    <Page
      heading={`Programs of ${name}`}
      width="reading"
      introduction={
        <Anchor
          component={Link}
          to={`/admin/dashboard/quizview/${uniqueId}/${encodeURIComponent(userId)}`}
          underline="always"
        >
          Timeline of this attempt
        </Anchor>
      }
    >
      <Loaded
        query={query}
        waiting={<LinesSkeleton lines={6} />}
        failure="The programs could not be loaded."
      >
        {(programs) =>
          programs.length === 0 ? (
            <Empty icon={IconCode} title="This test has no programs.">
              Answers to its questions are in the results.
            </Empty>
          ) : (
            <Stack gap="lg">
              {programs.map((program) => (
                <Program key={program.number} {...{ uniqueId, userId, program, mayMark }} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

const states: Record<ProgramOfAttempt['state'], string> = {
  unanswered: 'Unanswered',
  working: 'Being written',
  waiting: 'Waiting to be judged',
  judged: 'Judged',
  failed: 'Could not be judged',
};

interface ProgramProps {
  uniqueId: string;
  userId: string;
  program: ProgramOfAttempt;
  mayMark: boolean;
}

function Program({ uniqueId, userId, program, mayMark }: ProgramProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [isMarking, setIsMarking] = useState(false);
  const { number, title, language, text, state, judgedAt, tools, results, compileOutput } = program;
  const { points, maxPoints, isByHand } = program;
  const isSubmitted = state !== 'working' && !(state === 'unanswered' && points === null);
  return (
    <Paper withBorder component="article" p="md">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h4">
          Question {number}
          {points !== null && `: ${points} of ${maxPoints} points`}
          {isByHand && ' by hand'}
        </Title>
        <Badge miw="max-content" variant={state === 'failed' ? 'filled' : 'default'} color="red.9">
          {states[state]}
        </Badge>
      </Group>
      <Markdown text={title} topHeadingLevel={3} />
      {language !== null && text !== null && (
        <CodeBlock
          text={text}
          language={language}
          title={`${languageOf(language).name}, ${showLinesOf(text)}, ${countRuns(program.runs)}`}
        />
      )}
      <Group gap="sm" mb="md">
        {language !== null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconHistory size={14} aria-hidden />}
            aria-expanded={isPlaying}
            onClick={() => setIsPlaying(!isPlaying)}
          >
            How it was typed
          </Button>
        )}
        {mayMark && isSubmitted && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setIsMarking(true)}
          >
            Give points by hand
          </Button>
        )}
      </Group>
      {isMarking && (
        <MarkDialog {...{ uniqueId, userId, program }} onClose={() => setIsMarking(false)} />
      )}
      {isPlaying && <Playback uniqueId={uniqueId} userId={userId} number={number} />}
      {judgedAt !== null && results.length > 0 && (
        <>
          <TestResults
            results={results}
            compileOutput={compileOutput}
            summary={null}
            isQuery={language !== null && languageOf(language).isQuery === true}
          />
          <Text size="sm" c="dimmed" mt="xs">
            Judged on <Moment at={judgedAt} />
            {tools !== null && ` with ${tools}`}.
          </Text>
        </>
      )}
    </Paper>
  );
}

const countRuns = (runs: number) => (runs === 1 ? 'run once' : `run ${runs} times`);
