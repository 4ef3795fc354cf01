import { Anchor, Button, Group, Kbd, Paper, Skeleton, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import type { HandInRow } from '@vlabs/contract/hand-ins';
import { Link, useNavigate, useParams } from 'react-router';
import { messageOf } from '../platform/call.ts';
import { formatMoment } from '../ui/dates.ts';
import { Page } from '../ui/Page.tsx';
import { Failed } from '../ui/states.tsx';
import { HandInContents } from './HandInContents.tsx';
import { handInsPath, markingPath } from './links.ts';
import classes from './MarkingPage.module.css';
import { MarkForm } from './MarkForm.tsx';
import { StatusLabel } from './StatusLabel.tsx';
import { useClassHandIns, useHandIns } from './use-assignments.ts';
import { VersionList } from './VersionList.tsx';

/** By the key's place: with Option, a Mac types other letters than those that stand on the keys. */
const whereKeysAre = { usePhysicalKeys: true };

/** One student's hand-in beside the marks; the next one is a key away. */
export function MarkingPage() {
  const { id = '', studentId = '' } = useParams();
  const navigate = useNavigate();
  const all = useClassHandIns(id);
  const { data, error, isPending, isFetching, refetch } = useHandIns(id, studentId);
  const handedIn = all.data?.students.filter(({ handInId }) => handInId !== null) ?? [];
  const { place, previous, next } = neighboursOf(handedIn, studentId);
  // The next one is there already when one goes to it.
  useHandIns(id, next?.id ?? studentId);
  const go = (row: HandInRow | null) => row && void navigate(markingPath(id, row.id));
  // Also while one types: the modifier keeps letters what they are.
  useHotkeys(
    [
      ['alt+N', () => go(next), whereKeysAre],
      ['alt+P', () => go(previous), whereKeysAre],
    ],
    [],
  );
  const [last, ...earlier] = data?.versions ?? [];

  return (
    <Page
      heading={data ? `${data.name}, ${data.studentId}` : 'Hand-in'}
      introduction={
        all.data && (
          <>
            <Anchor component={Link} to={handInsPath(id)}>
              {all.data.title}
            </Anchor>
            , {place === 0 ? 'not handed in' : `${place} of ${handedIn.length}`}
          </>
        )
      }
      action={<Neighbours previous={previous} next={next} onGo={go} />}
    >
      {isPending && <Skeleton height={320} />}
      {error && data === undefined && (
        <Failed
          message={`The hand-in could not be loaded. ${messageOf(error)}`}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && last === undefined && <Text>Nothing was handed in.</Text>}
      {last && all.data && (
        <div className={classes.columns}>
          <section className={classes.work} aria-label="Handed in">
            <Group gap="md">
              <Text size="sm" c="dimmed">
                Version {last.version}, {formatMoment(last.handedInAt)}
              </Text>
              <StatusLabel
                status={last.marks === null ? 'Submitted' : 'Marked'}
                isLate={last.isLate}
              />
            </Group>
            <HandInContents handIn={last} />
            {earlier.length > 0 && (
              <>
                <h2 className={classes.heading}>Earlier versions</h2>
                <VersionList versions={earlier} maxMarks={all.data.maxMarks} isClosed />
              </>
            )}
          </section>
          <Paper withBorder className={classes.marks ?? ''}>
            <MarkForm
              // Marks that were given elsewhere, or a moment ago, take the place of what was shown.
              key={`${last.handInId} ${last.markedAt}`}
              handIn={last}
              maxMarks={all.data.maxMarks}
              hasNext={next !== null}
              onMarked={() => go(next)}
            />
            <Text size="sm" c="dimmed" mt="md">
              <Kbd>Enter</Kbd> in the marks, or <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> in the comment,
              saves and opens the next. <Kbd>Alt</Kbd> <Kbd>N</Kbd> and <Kbd>Alt</Kbd> <Kbd>P</Kbd>{' '}
              go on and back; what is typed here waits in this tab.
            </Text>
          </Paper>
        </div>
      )}
    </Page>
  );
}

interface NeighboursProps {
  previous: HandInRow | null;
  next: HandInRow | null;
  onGo: (row: HandInRow | null) => void;
}

function Neighbours({ previous, next, onGo }: NeighboursProps) {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        disabled={previous === null}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => onGo(previous)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        disabled={next === null}
        rightSection={<IconArrowRight size={16} aria-hidden />}
        onClick={() => onGo(next)}
      >
        Next
      </Button>
    </Group>
  );
}

/** Those before and after in the order of the list; the place counts from 1, 0 is none. */
function neighboursOf(rows: HandInRow[], studentId: string) {
  const index = rows.findIndex(({ id }) => id.toLowerCase() === studentId.toLowerCase());
  return {
    place: index + 1,
    previous: index > 0 ? (rows[index - 1] ?? null) : null,
    next: rows[index + 1] ?? null,
  };
}
