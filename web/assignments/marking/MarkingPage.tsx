import { Anchor, Button, Group, Kbd, Paper, Skeleton, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconArrowLeft from '~icons/arrow-left';
import IconArrowRight from '~icons/arrow-right';
import { Link, useParams } from 'react-router';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { HandInContents } from '../hand-in/HandInContents.tsx';
import { handInsPath } from '../../platform/page-paths.ts';
import classes from './MarkingPage.module.css';
import { MarkForm } from './MarkForm.tsx';
import { StatusLabel } from '../parts/StatusLabel.tsx';
import { useClassHandIns, useHandIns } from '../parts/use-assignments.ts';
import { type MarkingSteps, useMarkingSteps } from './use-marking-steps.ts';
import { VersionList } from '../hand-in/VersionList.tsx';

/** Matched by physical key: with Option, a Mac produces other characters. */
const whereKeysAre = { usePhysicalKeys: true };

/** One hand-in with its marks. Shortcuts open the next one. */
export function MarkingPage() {
  const { id = '', studentId = '' } = useParams();
  const all = useClassHandIns(id);
  const query = useHandIns(id, studentId);
  const { data } = query;
  const [last, ...earlier] = data?.versions ?? [];
  const steps = useMarkingSteps({
    assignment: id,
    studentId,
    handInId: last?.handInId ?? null,
    students: all.data?.students ?? [],
  });
  const { previous, next, go } = steps;
  // Also while typing: with the modifier pressed, the key enters no text.
  useHotkeys(
    [
      ['alt+N', () => go(next), whereKeysAre],
      ['alt+P', () => go(previous), whereKeysAre],
    ],
    [],
  );

  return (
    <Page
      heading={data ? `${data.name}, ${data.studentId}` : 'Hand-in'}
      introduction={
        all.data && (
          <>
            <Anchor component={Link} to={handInsPath(id)}>
              {all.data.title}
            </Anchor>
            , {steps.place}
          </>
        )
      }
      action={<Neighbours {...steps} />}
    >
      <Loaded
        query={query}
        waiting={<Skeleton height={320} />}
        failure="The hand-in could not be loaded."
      >
        {({ versions }) => versions.length === 0 && <Text>Nothing has been handed in.</Text>}
      </Loaded>
      {last && all.data && (
        <div className={classes.columns}>
          <section className={classes.work} aria-label="Handed in">
            <Group gap="md">
              <Text size="sm" c="dimmed">
                Version {last.version}, <Moment at={last.handedInAt} />
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
                <VersionList
                  versions={earlier}
                  maxMarks={all.data.maxMarks}
                  of={{ assignmentId: id, studentId }}
                  isClosed
                />
              </>
            )}
          </section>
          <Paper withBorder className={classes.marks ?? ''}>
            <MarkForm
              // A new key resets the form to marks that were saved elsewhere or just now.
              key={`${last.handInId} ${last.markedAt}`}
              handIn={last}
              maxMarks={all.data.maxMarks}
              hasNext={next !== null}
              onMarked={steps.goOn}
            />
            <Text size="sm" c="dimmed" mt="md">
              <Kbd>Enter</Kbd> in the marks, or <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> in the comment,
              saves and opens the next. <Kbd>Alt</Kbd> <Kbd>N</Kbd> and <Kbd>Alt</Kbd> <Kbd>P</Kbd>{' '}
              go to the next and previous one. Unsaved changes are kept in this tab.
            </Text>
          </Paper>
        </div>
      )}
    </Page>
  );
}

function Neighbours({ previous, next, go }: MarkingSteps) {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        disabled={previous === null}
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => go(previous)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        disabled={next === null}
        rightSection={<IconArrowRight size={16} aria-hidden />}
        onClick={() => go(next)}
      >
        Next
      </Button>
    </Group>
  );
}
