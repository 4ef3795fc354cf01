import { Button, Group, Paper, Progress, Text, Title } from '@mantine/core';
import IconDownload from '~icons/download';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type ClassRecord,
  getClassRecord,
  prepareRecords,
  printRecord,
  printRecords,
} from '@vlabs/contract/records/records';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { useTask } from '../platform/calls/use-task.ts';
import { download } from '../platform/files/download.ts';
import { DownloadButton } from '../ui/DownloadButton.tsx';
import { PageOfClass } from '../ui/frame/PageOfClass.tsx';
import { saveFile } from '../ui/save-file.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { toastError } from '../ui/toast.ts';
import { RecordSettingsForm } from './RecordSettingsForm.tsx';

/** The lab record of a class: what it contains, and the documents of the students. */
export function RecordPage() {
  const { classId = '' } = useParams();
  return (
    <PageOfClass
      heading="Lab record"
      query={useQuery(queryOf(getClassRecord, { params: { classId } }))}
      failure="The lab record could not be loaded."
      introduction={({ className, subject, term }) => [className, subject, term].join(', ')}
      back={{ label: 'Class', path: `/admin/dashboard/classes/${classId}?tab=work` }}
    >
      {(record) => (
        <>
          <Paper withBorder p="lg">
            <Title order={2} mb="md">
              Contents
            </Title>
            <RecordSettingsForm key={record.version} classId={classId} record={record} />
          </Paper>
          <Students classId={classId} record={record} />
        </>
      )}
    </PageOfClass>
  );
}

function Students({ classId, record }: { classId: string; record: ClassRecord }) {
  const total = record.settings.experiments.length;
  if (total === 0) {
    return (
      <Text c="dimmed">
        Choose the experiments and save. Then you can print a record for each student, and students
        can print their own.
      </Text>
    );
  }
  return (
    <section aria-labelledby="students">
      <Title order={2} id="students" mb="md">
        Students
      </Title>
      <DataTable
        label="Students"
        rows={record.students}
        rowId={({ userId }) => userId}
        sortedAtFirst={{ column: 'id', direction: 'ascending' }}
        whenNone="No students are in this class yet."
        tools={<DownloadAll classId={classId} />}
        columns={columnsOf(total, classId)}
      />
    </section>
  );
}

type Student = ClassRecord['students'][number];

const columnsOf = (total: number, classId: string): Column<Student>[] => [
  {
    id: 'id',
    label: 'Roll number',
    sortBy: ({ userId }) => userId,
    cell: ({ userId }) => userId,
  },
  { id: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'done',
    label: 'Experiments',
    sortBy: ({ done }) => done,
    cell: ({ done }) => `${done} of ${total}`,
  },
  {
    id: 'record',
    label: 'Record',
    cell: (student) => <PrintButton classId={classId} student={student} />,
  },
];

function PrintButton({ classId, student }: { classId: string; student: Student }) {
  const { userId, name } = student;
  const ofStudent = printRecord.path
    .replace(':classId', classId)
    .replace(':userId', encodeURIComponent(userId));
  return (
    <DownloadButton
      isSmall
      label="PDF"
      name={`Print the record of ${name}`}
      address={ofStudent}
      failure="The record could not be printed."
    />
  );
}

/** Runs the programs that lack an output, with progress, and downloads all records. */
function DownloadAll({ classId }: { classId: string }) {
  const [isPreparing, setIsPreparing] = useState(false);
  const loading = useMutation({
    mutationFn: () => download(printRecords.path.replace(':classId', classId)),
    onSuccess: ({ name, contents }) => saveFile(name, contents, contents.type),
    onError: (error) => toastError(`The download failed. ${messageOf(error)}`),
  });
  const preparing = useMutation({
    mutationFn: () => call(prepareRecords, { params: { classId } }),
    onSuccess: () => setIsPreparing(true),
    onError: (error) => toastError(`The programs could not be run. ${messageOf(error)}`),
  });
  const progress = useTask(isPreparing ? { kind: 'record', id: classId } : null, () => {
    setIsPreparing(false);
    loading.mutate();
  });
  const isBusy = preparing.isPending || isPreparing || loading.isPending;
  const { done = 0, total = null } = progress ?? {};
  return (
    <Group gap="sm">
      {isPreparing && total !== null && (
        <Text size="sm" component="output">
          Running programs: {done} of {total}
          <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label="Programs run" />
        </Text>
      )}
      {loading.isPending && (
        <Text size="sm" component="output">
          Printing the records
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isBusy}
        title="Downloads the records of all students as one ZIP file"
        onClick={() => preparing.mutate()}
      >
        Print all
      </Button>
    </Group>
  );
}
