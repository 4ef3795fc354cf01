import { Text } from '@mantine/core';
import type { HandIn } from '@vlabs/contract/hand-ins';
import { formatMoment } from '../ui/dates.ts';
import { Markdown } from '../ui/Markdown.tsx';
import classes from './AssignmentPage.module.css';
import { HandInContents } from './HandInContents.tsx';
import { StatusLabel } from './StatusLabel.tsx';
import marks from './VersionList.module.css';

interface VersionListProps {
  /** The newest first. */
  versions: readonly HandIn[];
  maxMarks: number;
  /** None is open at first. */
  isClosed?: boolean;
}

/** Versions of a hand-in; the newest is open. */
export function VersionList({ versions, maxMarks, isClosed = false }: VersionListProps) {
  return (
    <ul className={classes.versions}>
      {versions.map((version, place) => (
        <li key={version.handInId}>
          <details className={marks.version} open={place === 0 && !isClosed}>
            <summary>
              <span>
                Version {version.version}, {formatMoment(version.handedInAt)}
              </span>
              <StatusLabel
                status={version.marks === null ? 'Submitted' : 'Marked'}
                isLate={version.isLate}
              />
            </summary>
            <Mark version={version} maxMarks={maxMarks} />
            <HandInContents handIn={version} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function Mark({ version, maxMarks }: { version: HandIn; maxMarks: number }) {
  const { marks: given, comment, markedBy } = version;
  if (given === null && comment === '') return null;
  return (
    <div className={marks.mark}>
      {given !== null && (
        <Text>
          Marks: <b>{given}</b> of {maxMarks}
        </Text>
      )}
      {comment !== '' && <Markdown text={comment} topHeadingLevel={4} />}
      {markedBy !== null && (
        <Text size="sm" c="dimmed">
          {markedBy}
        </Text>
      )}
    </div>
  );
}
