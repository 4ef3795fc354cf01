import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getHandIns, type HandIn } from '@vlabs/contract/assignments/hand-ins';
import { messageOf } from '../../platform/calls/call.ts';
import { queryOf } from '../../platform/calls/query-of.ts';
import { Markdown } from '../../ui/text/Markdown.tsx';
import { Moment } from '../../ui/dates/Moment.tsx';
import classes from '../AssignmentPage.module.css';
import { HandInContents } from './HandInContents.tsx';
import { StatusLabel } from '../parts/StatusLabel.tsx';
import marks from './VersionList.module.css';

interface HandedInBy {
  assignmentId: string;
  studentId: string;
}

interface VersionListProps {
  /** Newest first. */
  versions: readonly HandIn[];
  maxMarks: number;
  /** The student whose versions they are. */
  of: HandedInBy;
  /** All versions start collapsed. */
  isClosed?: boolean;
}

/** Versions of a hand-in; the newest is expanded. */
export function VersionList({ versions, maxMarks, of, isClosed = false }: VersionListProps) {
  return (
    <ul className={classes.versions}>
      {versions.map((version, place) => (
        <li key={version.handInId}>
          <details className={marks.version} open={place === 0 && !isClosed}>
            <summary>
              <span>
                Version {version.version}, <Moment at={version.handedInAt} />
              </span>
              <StatusLabel
                status={version.marks === null ? 'Submitted' : 'Marked'}
                isLate={version.isLate}
              />
            </summary>
            <Mark version={version} maxMarks={maxMarks} />
            {version.isCut ? (
              <LeftOutVersion version={version} of={of} />
            ) : (
              <HandInContents handIn={version} />
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Loaded on demand, because versions can be large. */
function LeftOutVersion({ version, of }: { version: HandIn; of: HandedInBy }) {
  const params = { id: of.assignmentId, studentId: of.studentId };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(getHandIns, { params, query: { version: version.version } }),
    enabled: false,
  });
  const [asked] = data?.versions ?? [];
  if (asked) return <HandInContents handIn={asked} />;
  return (
    <>
      {error && <Text size="sm">This version could not be loaded. {messageOf(error)}</Text>}
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Show version {version.version}
      </Button>
    </>
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
