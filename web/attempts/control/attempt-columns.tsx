import { Anchor, Badge, Button, Text } from '@mantine/core';
import IconCircleCheck from '~icons/circle-check';
import IconClock from '~icons/clock';
import IconPencil from '~icons/pencil';
import type { AttemptRow } from '@vlabs/contract/attempts/attempt-control';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { Link } from 'react-router';
import { useWrites } from '../../platform/calls/use-account.ts';
import { answersPath, attemptProgramsPath, timelinePath } from '../../platform/page-paths.ts';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import { countAsked } from '@vlabs/contract/quizzes/quiz-totals';
import type { Column } from '../../ui/table/table-columns.ts';
import type { ControlAction } from './control-action.ts';
import classes from './LiveControlPage.module.css';

const states = {
  not_started: { word: 'Not started', icon: IconClock, color: 'gray', variant: 'default' },
  working: { word: 'Working', icon: IconPencil, color: 'lagoon', variant: 'outline' },
  submitted: { word: 'Submitted', icon: IconCircleCheck, color: 'lagoon', variant: 'filled' },
} as const;

const submitters = { student: null, server: 'time was up', admin: 'by an admin' } as const;

function State({ row: { state, submittedBy, score } }: { row: AttemptRow }) {
  const { word, icon: Icon, color, variant } = states[state];
  const by = submittedBy === null ? null : submitters[submittedBy];
  return (
    <>
      <Badge
        miw="max-content"
        color={color}
        variant={variant}
        leftSection={<Icon size={12} aria-hidden />}
      >
        {word}
      </Badge>
      {by !== null && (
        <Text size="xs" c="dimmed">
          {by}
        </Text>
      )}
      {state === 'submitted' && score === null && (
        <Text size="xs" c="dimmed">
          being judged
        </Text>
      )}
    </>
  );
}

interface TableOptions {
  uniqueId: string;
  /** Null until known. */
  quiz: QuizRecord | null;
  onAction: (action: ControlAction) => void;
}

/** Columns of the live control table. */
export function attemptColumns({ uniqueId, quiz, onAction }: TableOptions): Column<AttemptRow>[] {
  const asked = quiz && countAsked(quiz.formDetails);
  return [
    {
      id: 'student',
      label: 'Student',
      sortBy: ({ name }) => name,
      text: ({ name }) => name,
      cell: (row) => <Student uniqueId={uniqueId} row={row} />,
    },
    {
      id: 'roll',
      label: 'Roll no',
      isCode: true,
      sortBy: ({ userId }) => userId,
      cell: ({ userId }) => userId,
    },
    {
      id: 'state',
      label: 'State',
      sortBy: ({ state }) => ['not_started', 'submitted', 'working'].indexOf(state),
      text: ({ state }) => states[state].word,
      cell: (row) => <State row={row} />,
    },
    {
      id: 'answered',
      label: 'Answered',
      isCode: true,
      sortBy: ({ answered }) => answered,
      cell: ({ answered }) => (asked === null ? answered : `${answered} / ${asked}`),
    },
    momentColumn({
      id: 'saved',
      label: 'Last saved',
      moment: ({ savedAt }) => savedAt,
      withSeconds: true,
      isHiddenAtFirst: true,
    }),
    momentColumn({
      id: 'seen',
      label: 'Last seen',
      moment: ({ lastSeenAt }) => lastSeenAt,
      withSeconds: true,
    }),
    momentColumn({ id: 'ends', label: 'Ends', moment: ({ endedTime }) => endedTime }),
    momentColumn({ id: 'submitted', label: 'Submitted', moment: ({ submittedAt }) => submittedAt }),
    {
      id: 'score',
      label: 'Score',
      isCode: true,
      sortBy: ({ score }) => score ?? -1,
      text: ({ score }) => score ?? '',
      cell: ({ score }) => score ?? '–',
    },
    {
      id: 'noticed',
      label: 'Noticed',
      sortBy: ({ focusLosses, pastes, addresses }) => focusLosses + pastes + addresses,
      text: (row) => listNoticed(row).join(', '),
      cell: (row) => <Noticed facts={listNoticed(row)} />,
    },
    momentColumn({
      id: 'started',
      label: 'Started',
      moment: ({ startedAt }) => startedAt,
      isHiddenAtFirst: true,
    }),
    {
      id: 'actions',
      label: 'Actions',
      cell: (row) => (
        <RowActions
          uniqueId={uniqueId}
          row={row}
          classId={quiz?.classId}
          hasPrograms={quiz?.formDetails.toLoad !== undefined}
          onAction={onAction}
        />
      ),
    },
  ];
}

/** What the timeline has beyond the usual. It informs the teacher; it proves nothing. */
function listNoticed({ focusLosses, pastes, addresses }: AttemptRow): string[] {
  return [
    ...(focusLosses > 0 ? [`left the page ${focusLosses}×`] : []),
    ...(pastes > 0 ? [`pasted ${pastes}×`] : []),
    ...(addresses > 1 ? [`${addresses} addresses`] : []),
  ];
}

function Noticed({ facts }: { facts: readonly string[] }) {
  if (facts.length === 0) return '–';
  return facts.map((fact) => (
    <Text key={fact} size="xs" miw="max-content">
      {fact}
    </Text>
  ));
}

/** Every student who has started has a timeline. */
function Student({ uniqueId, row }: { uniqueId: string; row: AttemptRow }) {
  const { state, name, userId } = row;
  if (state === 'not_started') return name;
  return (
    <Anchor
      component={Link}
      size="sm"
      to={timelinePath(uniqueId, userId)}
      aria-label={`Timeline of ${name}`}
    >
      {name}
    </Anchor>
  );
}

interface RowActionsProps {
  uniqueId: string;
  row: AttemptRow;
  /** Undefined for the whole campus. */
  classId: string | undefined;
  hasPrograms: boolean;
  onAction: (action: ControlAction) => void;
}

function RowActions({ uniqueId, row, classId, hasPrograms, onAction }: RowActionsProps) {
  const { state, name, userId } = row;
  const writes = useWrites(classId);
  return (
    <div className={classes.rowActions}>
      {state === 'submitted' && (
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={answersPath(uniqueId, userId)}
          aria-label={`Answers of ${name}`}
        >
          Answers
        </Button>
      )}
      {hasPrograms && state !== 'not_started' && (
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={attemptProgramsPath(uniqueId, userId)}
          aria-label={`Programs of ${name}`}
        >
          Programs
        </Button>
      )}
      {state !== 'submitted' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Extra time for ${name}`}
          onClick={() => onAction({ do: 'extend', student: row })}
        >
          Extra time
        </Button>
      )}
      {writes && state === 'working' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`End the attempt of ${name}`}
          onClick={() => onAction({ do: 'end', student: row })}
        >
          End
        </Button>
      )}
      {writes && state === 'submitted' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Reopen the attempt of ${name}`}
          onClick={() => onAction({ do: 'reopen', student: row })}
        >
          Reopen
        </Button>
      )}
    </div>
  );
}
