import { Text, Title } from '@mantine/core';
import type { CopiedWork as Work, CopyPreview } from '@vlabs/contract/classes/class-copies';
import { formatMoment } from '../../ui/dates/dates.ts';
import classes from './CopiedWork.module.css';

/** The work of a copy, with its times before and after. */
export function CopiedWork({ preview }: { preview: CopyPreview }) {
  const { quizzes, assignments, sections, days } = preview;
  return (
    <div className={classes.work}>
      <Title order={3} size="h5">
        What will be copied
      </Title>
      <Text size="sm">{howDatesMove(days)}</Text>
      {sections.length > 0 && <Text size="sm">{`Sections: ${sections.join(', ')}, empty.`}</Text>}
      <WorkList label="Tests, as drafts" ends="End" works={quizzes} none="It has no tests." />
      <WorkList
        label="Assignments, hidden until you show them"
        ends="Due"
        works={assignments}
        none="It has no assignments."
      />
    </div>
  );
}

function howDatesMove(days: number): string {
  if (days === 0) return 'Dates don’t change.';
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return `Dates move ${count} ${days > 0 ? 'later' : 'earlier'}.`;
}

interface WorkListProps {
  label: string;
  /** The label of the second time. */
  ends: string;
  works: Work[];
  none: string;
}

function WorkList({ label, ends, works, none }: WorkListProps) {
  if (works.length === 0) return <Text size="sm">{none}</Text>;
  return (
    <section aria-label={label}>
      <Text size="sm" fw={600}>
        {`${label} (${works.length})`}
      </Text>
      <ul className={classes.list}>
        {works.map((work, place) => (
          // Two entries may have the same title and time.
          <li key={place}>
            <span className={classes.title}>{work.title}</span>
            <Times label="Start" was={work.startsAt} becomes={work.newStartsAt} />
            <Times label={ends} was={work.endsAt} becomes={work.newEndsAt} />
            {work.wasForNamed && (
              <Text size="sm" c="dimmed">
                Was for selected students; will be for the whole class.
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TimesProps {
  label: string;
  was: string | null;
  becomes: string | null;
}

function Times({ label, was, becomes }: TimesProps) {
  if (was === null || becomes === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {was === becomes
        ? `${label}: ${formatMoment(was)}`
        : `${label}: ${formatMoment(becomes)}, was ${formatMoment(was)}`}
    </Text>
  );
}
