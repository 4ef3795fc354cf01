import { Button, Paper, Text } from '@mantine/core';
import IconCode from '~icons/code';
import IconDownload from '~icons/download';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { Link } from 'react-router';
import { formatDay, formatDistance } from '../ui/dates/dates.ts';
import { useClassNames } from '../classes/own/use-class-names.ts';
import { SearchField } from '../ui/table/SearchField.tsx';
import { useMinute } from '../ui/dates/use-minute.ts';
import { useSearchText } from '../ui/table/use-search-text.ts';
import classes from './AssignmentCards.module.css';
import { DueTime } from './parts/DueTime.tsx';
import { assignmentPath, toLocalLink, workspacePath } from '../platform/page-paths.ts';
import { StatusLabel } from './parts/StatusLabel.tsx';

/** Number of cards rendered at once; longer lists need the search. */
const MAX_SHOWN = 100;
/** Number of cards from which the search field is shown. */
const SEARCH_FROM = 8;

interface AssignmentCardsProps {
  assignments: ListedAssignment[];
  canHandIn: boolean;
  /** Read-only: the cards have no links. */
  isSeenOnly?: boolean;
}

/** The assignments as cards; those due next come first. */
export function AssignmentCards({
  assignments,
  canHandIn,
  isSeenOnly = false,
}: AssignmentCardsProps) {
  const [search, setSearch] = useSearchText();
  const sought = search.trim().toLowerCase();
  const found = assignments.filter(({ title, filename }) =>
    `${title}\n${filename}`.toLowerCase().includes(sought),
  );
  const shown = inOrder(found).slice(0, MAX_SHOWN);
  return (
    <>
      {assignments.length >= SEARCH_FROM && (
        <div className={classes.tools}>
          <SearchField label="Search assignments" text={search} onSearch={setSearch} />
        </div>
      )}
      {found.length === 0 && <Text c="dimmed">No assignments match. Try fewer words.</Text>}
      <ul className={classes.list}>
        {shown.map((assignment) => (
          <li key={assignment.id}>
            <Card assignment={assignment} canHandIn={canHandIn} isSeenOnly={isSeenOnly} />
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <Text c="dimmed" mt="md" size="sm">
          Showing {shown.length} of {found.length}. Search to find the others.
        </Text>
      )}
    </>
  );
}

const dueOf = ({ dueAt }: ListedAssignment) =>
  dueAt === null ? Infinity : new Date(dueAt).getTime();

/** Pending ones by due time, then the others by last change. */
function inOrder(assignments: ListedAssignment[]): ListedAssignment[] {
  const pending = assignments.filter(({ status }) => status === 'Pending');
  const others = assignments.filter(({ status }) => status !== 'Pending');
  return [...pending.toSorted((one, other) => compare(dueOf(one), dueOf(other))), ...others];
}

const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);

interface CardProps {
  assignment: ListedAssignment;
  canHandIn: boolean;
  isSeenOnly: boolean;
}

function Card({ assignment, canHandIn, isSeenOnly }: CardProps) {
  const { title, filename, updatedAt, status, isLate, marks, maxMarks } = assignment;
  const now = useMinute();
  const className = useClassNames().get(assignment.classId ?? '');
  return (
    <Paper withBorder className={classes.card ?? ''}>
      <div className={classes.words}>
        <h2 className={classes.name}>{filename}</h2>
        {title !== filename && <Text size="sm">{title}</Text>}
        {className !== undefined && <Text size="sm">{className}</Text>}
        <Text size="sm" c="dimmed">
          uploaded on {formatDay(updatedAt)} ({formatDistance(updatedAt, now)})
        </Text>
        <DueTime dueAt={assignment.dueAt} />
        {typeof marks === 'number' && (
          <Text size="sm">
            Marks: <b>{marks}</b> of {maxMarks}
          </Text>
        )}
      </div>
      {isSeenOnly ? (
        <StatusLabel status={status} isLate={isLate ?? false} />
      ) : (
        <CardActions assignment={assignment} canHandIn={canHandIn} />
      )}
    </Paper>
  );
}

function CardActions({ assignment, canHandIn }: Omit<CardProps, 'isSeenOnly'>) {
  const { id, title, filename, path, status, isLate } = assignment;
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={assignmentPath(id)}
        variant={status === 'Pending' && canHandIn ? 'filled' : 'default'}
        aria-label={`${status}: ${title}`}
      >
        {status === 'Pending' && canHandIn ? (
          status
        ) : (
          <StatusLabel status={status} isLate={isLate ?? false} />
        )}
      </Button>
      <Button
        component="a"
        href={toLocalLink(path)}
        download
        variant="default"
        aria-label={`Download ${filename}`}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download
      </Button>
      {assignment.hasText && canHandIn && (
        <Button
          component={Link}
          to={workspacePath(id)}
          variant="default"
          aria-label={`Workspace: ${title}`}
          leftSection={<IconCode size={16} aria-hidden />}
        >
          Workspace
        </Button>
      )}
    </div>
  );
}
