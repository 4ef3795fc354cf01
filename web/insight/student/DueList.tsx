import { Button, Text, Title } from '@mantine/core';
import IconCalendarDue from '~icons/calendar-due';
import { Link } from 'react-router';
import { formatTimeLeft } from '../../platform/time-left.ts';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { Empty } from '../../ui/states.tsx';
import { type DueWork, groupByClass } from './due-work.ts';
import classes from './StudentDashboardPage.module.css';

const words: Record<Exclude<DueWork['state'], 'sitting' | 'running'>, string> = {
  late: 'Was due',
  due: 'Due',
  coming: 'Starts',
};

/** Open work, each with its main action. */
interface DueListProps {
  work: DueWork[];
  now: number;
  /** Grouped by class. */
  names: ReadonlyMap<string, string>;
}

export function DueList({ work, now, names }: DueListProps) {
  if (work.length === 0) {
    return (
      <Empty icon={IconCalendarDue} title="Nothing is due">
        Running tests and assignments to hand in appear here.
      </Empty>
    );
  }
  if (names.size === 0) return <Rows work={work} now={now} first={work[0]} />;
  return groupByClass(work, names).map((group) => (
    <section key={group.name} aria-label={group.name ?? FOR_ALL} className={classes.ofClass}>
      <Title order={3} size="h5">
        {group.name ?? FOR_ALL}
      </Title>
      <Rows work={group.work} now={now} first={work[0]} />
    </section>
  ));
}

const FOR_ALL = 'For the whole campus';

interface RowsProps {
  work: DueWork[];
  now: number;
  /** The most urgent entry. */
  first: DueWork | undefined;
}

function Rows({ work, now, first }: RowsProps) {
  return (
    <ul className={classes.list}>
      {work.map((one) => (
        <li key={`${one.kind} ${one.id}`} className={classes.row}>
          <div className={classes.what}>
            <Text fw={600}>{one.title}</Text>
            <Text size="sm" c="dimmed">
              {describe(one, now)}
            </Text>
          </div>
          <Button
            component={Link}
            to={one.to}
            variant={one === first && one.state !== 'coming' ? 'filled' : 'default'}
            aria-label={`${one.action}: ${one.title}`}
          >
            {one.action}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function describeSitting(msLeft: number): string {
  if (msLeft <= 0) return 'Time is up. Your saved answers are being submitted';
  return `Running, ${formatTimeLeft(msLeft)} left`;
}

function describe({ kind, state, at }: DueWork, now: number): string {
  const what = kind === 'quiz' ? 'Test' : 'Assignment';
  if (at === null) return `${what}. No due time`;
  if (state === 'sitting') return `${what}. ${describeSitting(Date.parse(at) - now)}`;
  const when = formatMomentBeside(at, now);
  return state === 'running'
    ? `${what}. Running now, ends ${when}`
    : `${what}. ${words[state]} ${when}`;
}
