import { Button, Group, Paper, Skeleton } from '@mantine/core';
import IconCode from '~icons/code';
import IconDownload from '~icons/download';
import IconFileOff from '~icons/file-off';
import type { AssignmentStatement } from '@vlabs/contract/assignments/assignments';
import { Link, useParams } from 'react-router';
import { CallError } from '../platform/calls/call.ts';
import { languageNameOf } from '../platform/languages.ts';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { Markdown } from '../ui/text/Markdown.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import classes from './AssignmentPage.module.css';
import { DueTime } from './parts/DueTime.tsx';
import { HandInPanel } from './hand-in/HandInPanel.tsx';
import { toLocalLink, workspacePath } from '../platform/page-paths.ts';
import { VisibleTestCases } from './hand-in/VisibleTestCases.tsx';
import { statementBody } from './parts/statement-body.ts';
import { useStatement } from './parts/use-assignments.ts';

/** One assignment: its statement, the student's hand-ins, and the hand-in form. */
export function AssignmentPage() {
  const { id = '' } = useParams();
  const query = useStatement(id);
  const { data, error } = query;
  if (data) return <Opened statement={data} />;
  const isGone = error instanceof CallError && error.status === 404;
  return (
    <Page heading="Assignment">
      {isGone ? (
        <Empty icon={IconFileOff} title="Assignment not found">
          It may have been withdrawn, or it is for other students. See Assignments for yours.
        </Empty>
      ) : (
        <Loaded
          query={query}
          waiting={<Skeleton height={220} />}
          failure="The assignment could not be loaded."
        />
      )}
    </Page>
  );
}

function Opened({ statement }: { statement: AssignmentStatement }) {
  const { user } = useSession();
  const { id, title, path, filename, language, dueAt, maxMarks } = statement;
  const text = statementBody(statement);
  const isForStudent = user !== null && !isAdmin(user);
  return (
    <Page heading={title} introduction={<DueTime dueAt={dueAt} />}>
      <div className={classes.columns}>
        <Paper withBorder component="section" className={classes.statement ?? ''} aria-label="Task">
          <p className={classes.facts}>
            {languageNameOf(language)} · {maxMarks} marks
          </p>
          {text !== '' && <Markdown text={text} topHeadingLevel={2} />}
          {isForStudent && <VisibleTestCases assignment={id} />}
          <Group mt="md" gap="sm">
            {path !== '' && (
              <Button
                component="a"
                href={toLocalLink(path)}
                download
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                Download {filename}
              </Button>
            )}
            {isForStudent && (
              <Button
                component={Link}
                to={workspacePath(id)}
                variant="default"
                leftSection={<IconCode size={16} aria-hidden />}
              >
                Open in Workspace
              </Button>
            )}
          </Group>
        </Paper>
        {isForStudent && <HandInPanel statement={statement} studentId={user.id} />}
      </div>
    </Page>
  );
}
