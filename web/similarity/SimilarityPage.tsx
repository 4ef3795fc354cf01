import { Anchor, Box, Button, Paper, Text } from '@mantine/core';
import IconArrowsDiff from '~icons/arrows-diff';
import type { Similarity } from '@vlabs/contract/assignments/similarity';
import { Link, useParams } from 'react-router';
import { handInsPath } from '../platform/page-paths.ts';
import { serverNowMs } from '../platform/calls/server-time.ts';
import { formatMomentBeside } from '../ui/dates/dates.ts';
import { Page } from '../ui/frame/Page.tsx';
import { ProgressPanel } from '../ui/ProgressPanel.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { FoundSimilarity } from './FoundSimilarity.tsx';
import { isUnderWay, useComparison, useSimilarity } from './use-similarity.ts';

/** What the programs of an assignment share. People judge what it means. */
export function SimilarityPage() {
  const { id = '' } = useParams();
  const { query, part } = useSimilarity(id);
  const { data } = query;
  const comparison = useComparison(id);
  const isBusy = isUnderWay(data);
  return (
    <Page
      heading="Similarity"
      introduction={
        <>
          {data && (
            <Anchor component={Link} to={handInsPath(id)} underline="always">
              {data.title}
            </Anchor>
          )}{' '}
          Programs can be similar for many reasons, such as a lesson, a book or pair work. This page
          shows where, not why.
          {data && !data.isOfWhole && ' You can see pairs within your sections.'}
        </>
      }
      action={
        data?.isOfWhole &&
        data.handIns > 0 && (
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
                  title={`${similarity.handIns === 1 ? '1 hand-in is' : `${similarity.handIns} hand-ins are`} being compared.`}
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
            <Notices similarity={similarity} />
            <Found assignment={id} similarity={similarity} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Notices({ similarity }: { similarity: Similarity }) {
  const { comparison, isOfWhole } = similarity;
  if (!comparison || isUnderWay(similarity)) return null;
  const { state, failure, comparedAt, newer, isLeftOutChanged } = comparison;
  const again = isOfWhole ? 'compare again' : 'a teacher of the whole class can compare again';
  const notices = [
    state === 'failed' && failure,
    state === 'stopped' && 'The comparison was stopped.',
    (state === 'failed' || state === 'stopped') && comparedAt && 'Previous results are shown.',
    comparedAt &&
      newer > 0 &&
      `${newer === 1 ? '1 hand-in has' : `${newer} hand-ins have`} arrived since then: ${again} to include ${newer === 1 ? 'it' : 'them'}.`,
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

function Found({ assignment, similarity }: { assignment: string; similarity: Similarity }) {
  const comparedAt = similarity.comparison?.comparedAt ?? null;
  if (similarity.handIns === 0) {
    return (
      <Empty icon={IconArrowsDiff} title="Nothing to compare yet">
        Similar programs appear here once students have handed in.
      </Empty>
    );
  }
  if (comparedAt !== null) {
    return (
      <FoundSimilarity
        assignment={assignment}
        similarity={similarity}
        comparedAt={formatMomentBeside(comparedAt, serverNowMs())}
      />
    );
  }
  if (isUnderWay(similarity)) return null;
  return (
    <Empty icon={IconArrowsDiff} title="Not compared yet">
      Each student’s last program is compared with all others in the same language. Names, comments,
      layout and the order of functions don’t matter; given and common code is ignored.
      {!similarity.isOfWhole && ' A teacher of the whole class can start it.'}
    </Empty>
  );
}
