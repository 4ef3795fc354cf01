import { Button, Group, Paper, Skeleton, Stack, Text, NativeSelect } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import IconAlertTriangle from '~icons/alert-triangle';
import IconFileSpreadsheet from '~icons/file-spreadsheet';
import IconUpload from '~icons/upload';
import type {
  ColumnChoice,
  ListPreview,
  ListProblem,
  ListClass,
  ListTerm,
} from '@vlabs/contract/students/student-lists';
import type { StudentImport } from '@vlabs/contract/students/student-imports';
import { useEffect, useRef, useState } from 'react';
import { CallError, messageOf } from '../../platform/calls/call.ts';
import { useInstallation } from '../../platform/calls/use-installation.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { ProgressPanel } from '../../ui/progress/ProgressPanel.tsx';
import { ColumnMatchForm } from './ColumnMatchForm.tsx';
import { DemoImportDialog } from './DemoImportDialog.tsx';
import { MembersPreview } from './MembersPreview.tsx';
import { ListPreviewTable } from './ListPreviewTable.tsx';
import classes from './ListUpload.module.css';
import { isEnded, type ListImport, useListImport } from './use-list-import.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { containsRollNumber } from './guessable-address.ts';
import { useQuery } from '@tanstack/react-query';
import { listTerms } from '@vlabs/contract/classes/classes';
import { queryOf } from '../../platform/calls/query-of.ts';

interface ClassesOfListProps {
  named: ListClass[];
  /** The name of their term. */
  term: string;
}

/** The class and owner that each code of a list refers to. */
function ClassesOfList({ named, term }: ClassesOfListProps) {
  if (named.length === 0) return null;
  return (
    <DataTable
      label="Classes of this list"
      columns={columnsOf(term)}
      rows={named}
      rowId={({ classId }) => classId}
      sortedAtFirst={{ column: 'code', direction: 'ascending' }}
      sortName="classes"
    />
  );
}

const ownersOf = ({ owners }: ListClass): string =>
  owners.length === 0
    ? 'Nobody'
    : owners.map(({ name, personId }) => `${name} (${personId})`).join(', ');

const columnsOf = (term: string): Column<ListClass>[] => [
  { id: 'code', label: 'Code', sortBy: ({ code }) => code, cell: ({ code }) => code },
  { id: 'class', label: 'Class', sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'term', label: 'Term', sortBy: () => term, cell: () => term },
  {
    id: 'department',
    label: 'Department',
    sortBy: ({ department }) => department,
    cell: ({ department }) => department,
  },
  { id: 'owner', label: 'Owner', sortBy: ownersOf, cell: ownersOf },
  { id: 'lines', label: 'Lines', sortBy: ({ lines }) => lines, cell: ({ lines }) => lines },
];

/** Uploads a class list: choose, match columns, preview, import, follow. */
export function ListUpload() {
  const isDemo = (useInstallation().data?.demoAccounts.length ?? 0) > 0;
  const list = useListImport(isDemo);
  const [asksOfDemo, setAsksOfDemo] = useState(false);
  const { file, preview, now } = list;
  const ended = now && isEnded(now) ? now : null;
  // The import has ended, though students are still being reloaded.
  const isBusy = !ended && list.importing.isPending;
  const shown = now === null ? preview.shown : null;
  const isEmpty =
    shown !== null &&
    shown.added + shown.changed + shown.unchanged === 0 &&
    !list.decided.endsMissing;

  return (
    <section aria-label="Upload a class list">
      <Stack gap="md">
        <ListDrop list={list} isBusy={isBusy} />
        <Group gap="sm">
          <Button
            leftSection={<IconUpload size={16} aria-hidden />}
            disabled={!shown || isEmpty || list.columns.isOpen}
            loading={isBusy || preview.isPending}
            onClick={() => (isDemo ? setAsksOfDemo(true) : list.start())}
          >
            Upload
          </Button>
          {asksOfDemo && (
            <DemoImportDialog
              onConfirm={() => {
                setAsksOfDemo(false);
                list.start();
              }}
              onCancel={() => setAsksOfDemo(false)}
            />
          )}
          {file && !isBusy && (
            <Button variant="default" onClick={list.clear}>
              {ended ? 'Close' : 'Choose another file'}
            </Button>
          )}
        </Group>
        {now === null && <Columns list={list} />}
        {preview.isPending && !shown && !list.columns.isOpen && <Skeleton height={160} />}
        {list.importing.error && (
          <FormMessage
            message={`The list couldn’t be imported. ${messageOf(list.importing.error)}`}
          />
        )}
        {now && <Import now={now} list={list} />}
        {shown && !list.columns.isOpen && <Shown shown={shown} list={list} isBusy={isBusy} />}
      </Stack>
    </section>
  );
}

interface ShownProps {
  shown: ListPreview;
  list: ListImport;
  isBusy: boolean;
}

/** What the upload would do. */
function Shown({ shown, list, isBusy }: ShownProps) {
  const { ofMembers, inClasses, term, classes: named = [] } = shown;
  const members = { list, isBusy };
  const ofClasses = term && (
    <>
      <ListTermField
        term={term}
        isBusy={isBusy || list.preview.isPending}
        onChoose={list.chooseTerm}
      />
      <ClassesOfList named={named} term={term.name} />
    </>
  );
  if (ofMembers) {
    const lead = 'List of class members';
    return (
      <>
        {ofClasses}
        <MembersPreview lead={lead} planned={shown} ofMembers={ofMembers} {...members} />
      </>
    );
  }
  return (
    <>
      {ofClasses}
      {inClasses && <MembersPreview lead="In classes" planned={inClasses} {...members} />}
      <GuessableAddresses rows={shown.rows} />
      <ListPreviewTable
        preview={shown}
        alsoDoubtful={list.decided.alsoDoubtful}
        isBusy={isBusy || list.preview.isPending}
        onDecide={list.decide}
      />
    </>
  );
}

function ListDrop({ list, isBusy }: { list: ListImport; isBusy: boolean }) {
  return (
    <Dropzone
      className={classes.drop ?? ''}
      multiple={false}
      disabled={isBusy}
      inputProps={{ 'aria-label': 'Class list, a .csv file or an .xlsx workbook' }}
      aria-label="Choose the class list, or drop it here"
      onDrop={(files: File[]) => {
        const [dropped] = files;
        if (dropped) list.choose(dropped);
      }}
    >
      <IconFileSpreadsheet size={30} stroke={1.5} className={classes.icon} aria-hidden />
      <div>
        <Text fw={550}>
          {list.file ? list.file.name : 'Drop the class list here, or choose it'}
        </Text>
        <Text size="sm" c="dimmed">
          A .csv or .xlsx file whose first line has First Name, Last Name, Roll no, Course opted,
          Email ID, Mobile No, Mentor Name, Parent Mobile No and Year of Graduation. Lists from
          Moodle, Canvas and other programs work too: you match their columns once. A list with Roll
          no and Class code adds people to classes.
        </Text>
      </div>
    </Dropzone>
  );
}

/** About the columns, or why the file is refused. */
function Columns({ list }: { list: ListImport }) {
  const { columns, preview } = list;
  const { choice, isOpen } = columns;
  const message = preview.error && messageOf(preview.error);
  if (!choice) return <FormMessage message={message} />;
  if (!isOpen) return preview.shown && <ReadColumns choice={choice} columns={columns} />;
  const isAsked = preview.error instanceof CallError && preview.error.code === 'missing_columns';
  return (
    <>
      {!isAsked && <FormMessage message={message} />}
      <ColumnMatchForm
        choice={choice}
        reason={isAsked ? message : null}
        isBusy={preview.isPending}
        onUse={list.matchColumns}
      />
    </>
  );
}

interface ReadColumnsProps {
  choice: ColumnChoice;
  columns: ListImport['columns'];
}

/** Which columns of the file are read. */
function ReadColumns({ choice, columns: { wasAsked, change } }: ReadColumnsProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The form is replaced by a shorter view, so the page scrolls back.
  useEffect(() => {
    if (!wasAsked) return;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: 'center' });
  }, [wasAsked]);
  const { read, kept } = choice.match;
  const pairs = Object.entries(read).map(([heading, from]) => `${heading} from ${from}`);
  return (
    <Group gap="sm">
      <Text size="sm">
        Columns: {[...pairs, ...kept.map((heading) => `${heading} as it is`)].join(' · ')}
      </Text>
      <Button ref={button} variant="default" size="xs" onClick={change}>
        Change columns
      </Button>
    </Group>
  );
}

function Import({ now, list }: { now: StudentImport; list: ListImport }) {
  if (!isEnded(now)) return <Running now={now} list={list} />;
  if (now.state === 'failed') {
    return <FormMessage message={`Nothing was changed. ${now.failureMessage ?? ''}`} />;
  }
  if (now.state === 'cancelled') {
    return <FormMessage message="The import was cancelled. Nothing was changed." />;
  }
  const { added, changed, unchanged, problems } = now;
  return (
    <Stack gap="sm">
      <Text component="output">
        {added} added, {changed} changed, {unchanged} unchanged.
      </Text>
      <LeftOut problems={problems} />
    </Stack>
  );
}

function Running({ now, list }: { now: StudentImport; list: ListImport }) {
  const { rowsTotal, rowsDone, importId } = now;
  return (
    <ProgressPanel
      title={rowsTotal === null ? 'Reading the list' : `${rowsDone} of ${rowsTotal} students`}
      label="Importing the list"
      part={rowsTotal === null || rowsTotal === 0 ? null : rowsDone / rowsTotal}
      stop={{
        label: 'Cancel',
        isPending: list.stop.isPending,
        onStop: () => list.stop.mutate(importId),
      }}
    />
  );
}

/** Stays until it is closed, so that the lines can be corrected. */
function LeftOut({ problems }: { problems: ListProblem[] }) {
  if (problems.length === 0) return null;
  const lines = new Set(problems.map(({ line }) => line)).size;
  return (
    <Paper withBorder component="section" className={classes.leftOut ?? ''} aria-label="Left out">
      <Text fw={600} className={classes.leftOutTitle ?? ''}>
        <IconAlertTriangle size={18} aria-hidden />
        {lines === 1 ? '1 line was skipped' : `${lines} lines were skipped`}
      </Text>
      <ul className={classes.problems}>
        {problems.slice(0, 50).map(({ line, column, message }) => (
          <li key={`${line} ${column}`}>
            Line {line}: {message}
          </li>
        ))}
      </ul>
      {problems.length > 50 && <Text size="sm">And {problems.length - 50} more.</Text>}
    </Paper>
  );
}

/** Warns if a roll number is enough to know the address that registers it. */
function GuessableAddresses({ rows }: { rows: Record<string, string>[] }) {
  const { data } = useInstallation();
  const count = rows.filter(containsRollNumber).length;
  if (count === 0 || data?.registrationProof !== 'email') return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Guessable addresses">
      <Text size="sm" maw="44rem">
        {count === 1 ? '1 email address contains' : `${count} email addresses contain`} the roll
        number, so anyone who knows a roll number can register it before the student does. To
        require printed codes, ask your administrator to set VLABS_REGISTRATION_PROOF to code.
      </Text>
    </Paper>
  );
}

interface ListTermFieldProps {
  /** The term of the preview, which is among the choices before they are loaded. */
  term: ListTerm;
  isBusy: boolean;
  onChoose: (termId: string) => void;
}

/** The term that a list's class codes refer to. */
function ListTermField({ term, isBusy, onChoose }: ListTermFieldProps) {
  const { data: terms = [term] } = useQuery(queryOf(listTerms, {}));
  return (
    <NativeSelect
      label="Term"
      description="Class codes in the list refer to this term."
      data={terms.map(({ termId, name }) => ({ value: termId, label: name }))}
      value={term.termId}
      disabled={isBusy}
      maw="24rem"
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
