import { Anchor, Box, Button, Paper, Text } from '@mantine/core';
import IconArrowsDiff from '~icons/arrows-diff';
import type { Similarity } from '@vlabs/contract/similarity/similarity';
import { Link } from 'react-router';
import { serverNowMs } from '../platform/calls/server-time.ts';
import { formatMomentBeside } from '../ui/dates/dates.ts';
import { Page } from '../ui/frame/Page.tsx';
import { ProgressPanel } from '../ui/progress/ProgressPanel.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { FoundSimilarity } from './FoundSimilarity.tsx';
import { type Subject, countWork, pathOf, studentsPathOf, useSubject } from './subject.ts';
import { isUnderWay, useComparison, useSimilarity } from './use-similarity.ts';

/** What the programs of an assignment, or of a question of a test, share. People judge what it means. */
export function SimilarityPage() {
  const subject = useSubject();
  const { query, part } = useSimilarity(subject);
  const { data } = query;
  const comparison = useComparison(subject);
  const isBusy = isUnderWay(data);
  return (
    <Page
      heading="Similarity"
      introduction={
        <>
          {data && (
            <Anchor component={Link} to={studentsPathOf(subject)} underline="always">
              {data.title}
            </Anchor>
          )}{' '}
          {'quiz' in subject
            ? 'Programs can be similar for many reasons, such as a lesson or a book. This page informs and proves nothing.'
            : 'Programs can be similar for many reasons, such as a lesson, a book or pair work. This page shows where, not why.'}
          {data && !data.isOfWhole && ' You can see pairs within your sections.'}
        </>
      }
      action={
        data?.isOfWhole &&
        data.handIns > 0 &&
        !data.isInProgress && (
          <Button
            leftSection={<IconArrowsDiff size={16} aria-hidden />}
            loading={comparison.isPending && comparison.variables === 'start'}
            disabled={isBusy}
            onClick={() => comparison.mutate('start')}
          >
            {data.comparison?.comparedAt ? 'Compare again' : 'Compare the programs'}
          </Button>
        )
      }
    >
      <Loaded query={query} failure="The comparison could not be loaded.">
        {(similarity) => (
          <>
            {isBusy && (
              <Box mb="md">
                <ProgressPanel
                  title={`${countWork(subject, similarity.handIns, 'be')} being compared.`}
                  label="Compared"
                  part={part}
                  stop={{
                    label: 'Stop',
                    isPending: comparison.isPending,
                    onStop: () => comparison.mutate('stop'),
                  }}
                />
              </Box>
            )}
            <Notices subject={subject} similarity={similarity} />
            <Found subject={subject} similarity={similarity} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface SimilarityProps {
  subject: Subject;
  similarity: Similarity;
}

function Notices({ subject, similarity }: SimilarityProps) {
  const { comparison, isInProgress, isOfWhole } = similarity;
  if (!comparison || isUnderWay(similarity)) return null;
  const { state, failure, comparedAt, newer, isLeftOutChanged } = comparison;
  const whenEnded = isInProgress ? ' once the test has ended' : '';
  const again = `${isOfWhole ? 'compare again' : 'a teacher of the whole class can compare again'}${whenEnded}`;
  const notices = [
    state === 'failed' && failure,
    state === 'stopped' && 'The comparison was stopped.',
    (state === 'failed' || state === 'stopped') && comparedAt && 'Previous results are shown.',
    comparedAt &&
      newer > 0 &&
      `${countWork(subject, newer, 'have')} arrived since then: ${again} to include ${newer === 1 ? 'it' : 'them'}.`,
    isLeftOutChanged &&
      `The starter code or statement changed since then: ${again} to ignore the given code.`,
  ].filter((notice) => typeof notice === 'string');
  if (notices.length === 0) return null;
  return (
    <Paper withBorder p="md" mb="md" component="output" display="block">
      {notices.map((notice) => (
        <Text key={notice}>{notice}</Text>
      ))}
    </Paper>
  );
}

function Found({ subject, similarity }: SimilarityProps) {
  const comparedAt = similarity.comparison?.comparedAt ?? null;
  if (similarity.handIns === 0) {
    return (
      <Empty icon={IconArrowsDiff} title="Nothing to compare yet">
        Similar programs appear here once students have{' '}
        {'quiz' in subject ? 'submitted the test' : 'handed in'}.
      </Empty>
    );
  }
  if (comparedAt !== null) {
    return (
      <FoundSimilarity
        path={pathOf(subject)}
        similarity={similarity}
        comparedAt={formatMomentBeside(comparedAt, serverNowMs())}
      />
    );
  }
  if (isUnderWay(similarity)) return null;
  if (similarity.isInProgress) {
    return (
      <Empty icon={IconArrowsDiff} title="The test is in progress">
        Programs can be compared after the end of the test, when everybody has submitted.
      </Empty>
    );
  }
  return (
    <Empty icon={IconArrowsDiff} title="Not compared yet">
      Each student’s last program is compared with all others in the same language. Names, comments,
      layout and the order of functions don’t matter; given and common code is ignored.
      {!similarity.isOfWhole && ' A teacher of the whole class can start it.'}
    </Empty>
  );
}
