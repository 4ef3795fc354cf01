import { Button, Group, Paper, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { createAssignment, getAssignmentTotals } from '@vlabs/contract/assignments/assignments';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call, messageOf, refusedFields } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { queryOf } from '../../platform/calls/query-of.ts';
import { NoClass } from '../../classes/ClassChoice.tsx';
import { loadClassToBeginWith } from '../../classes/class-to-begin-with.ts';
import { useSession } from '../../platform/calls/session.ts';
import { useWrites } from '../../platform/calls/use-account.ts';
import { PageSkeleton } from '../../ui/states.tsx';
import { Counters } from '../../ui/Counters.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { assignmentIn, emptyAssignment, settingsOf } from './assignment-form.ts';
import { SHOWN_AT_ONCE, type ShowChoice, showFromOf } from './show-choice.ts';
import { ShowToStudents } from './ShowToStudents.tsx';
import { AssignmentForm } from './AssignmentForm.tsx';
import { handInsPath, testCasesPath } from '../../platform/page-paths.ts';
import { useRefreshAssignments } from '../parts/use-assignments.ts';

const HEADING = 'Create Assignments';
const DONE = 'File uploaded successfully';

/** Creates an assignment. The form keeps its contents if the server refuses. */
export function CreateAssignmentPage() {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const begun = useQuery({
    queryKey: ['class-to-begin-with', userId],
    queryFn: () => loadClassToBeginWith(userId),
  });
  if (!useWrites()) {
    return (
      <Page heading={HEADING} width="reading">
        <NoClass />
      </Page>
    );
  }
  if (begun.isPending) return <PageSkeleton />;
  return <NewAssignment inClass={begun.data ?? null} />;
}

function NewAssignment({ inClass }: { inClass: ClassDetails | null }) {
  const empty = inClass ? assignmentIn(inClass) : emptyAssignment;
  const [values, setValues] = useState(empty);
  const [choice, setChoice] = useState(SHOWN_AT_ONCE);
  const [created, setCreated] = useState<Created | null>(null);
  const [formNumber, setFormNumber] = useState(0);
  const create = useCreateAssignment();
  const [errors, setErrors] = useState<Record<string, string>>({});

  function submit(file: { path: string; filename: string }): void {
    const body = create.bodyOf(values, choice, file);
    const mistakes = fieldErrors(createAssignment.body, body);
    setErrors(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    create.mutation.mutate(body, {
      onSuccess: ({ data }) => {
        setCreated({ id: data.id, when: choice.when });
        setChoice(SHOWN_AT_ONCE);
        setValues(empty);
        setFormNumber((number) => number + 1);
      },
      onError: (error) => setErrors(refusedFields(error)),
    });
  }

  return (
    <Page
      heading={HEADING}
      introduction="Choose a file or type the question, select the students, and upload it."
    >
      <Totals />
      <AssignmentForm
        key={formNumber}
        values={values}
        onChange={(change) => setValues((current) => ({ ...current, ...change }))}
        submitLabel="Upload"
        onSubmit={submit}
        onUploadFailed={() => toastError('Error uploading file')}
        isBusy={create.mutation.isPending}
        errors={errors}
        refusal={create.mutation.error && messageOf(create.mutation.error)}
      >
        <ShowToStudents
          choice={choice}
          offers={['now', 'at', 'not_yet']}
          error={errors['showFrom'] ?? null}
          onChange={setChoice}
        />
      </AssignmentForm>
      {created !== null && <NextSteps key={created.id} created={created} />}
    </Page>
  );
}

interface Created extends Pick<ShowChoice, 'when'> {
  id: string;
}

const whatStudentsSee: Record<ShowChoice['when'], string> = {
  now: 'Your students can now see the assignment.',
  at: 'Your students will see the assignment from the chosen time on.',
  not_yet: 'Your students don’t see the assignment until you show it. It is under Assignments.',
};

/** Next steps for the assignment that was just uploaded. */
function NextSteps({ created: { id, when } }: { created: Created }) {
  const section = useRef<HTMLElement>(null);
  // Scrolls here, because Upload is at the end of a long form.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Paper
      ref={section}
      withBorder
      p="md"
      component="section"
      aria-label="The assignment that you uploaded"
    >
      <Group gap="sm">
        <Text component="output">{whatStudentsSee[when]}</Text>
        <Button component={Link} to={testCasesPath(id)} variant="light">
          Add test cases
        </Button>
        <Button component={Link} to={handInsPath(id)} variant="default">
          See the hand-ins
        </Button>
      </Group>
    </Paper>
  );
}

function Totals() {
  const { data } = useQuery(queryOf(getAssignmentTotals, {}));
  return (
    <Counters
      counters={[
        { label: 'Total Uploaded', value: data?.uploaded ?? '–', caption: 'assignments' },
        { label: 'Total Assigned', value: data?.assigned ?? '–', caption: 'one per student' },
        { label: 'Total Marked', value: data?.marked ?? '–', caption: 'hand-ins' },
      ]}
    />
  );
}

function useCreateAssignment() {
  const refresh = useRefreshAssignments();
  const { user } = useSession();
  const bodyOf = (
    values: typeof emptyAssignment,
    choice: ShowChoice,
    file: { path: string; filename: string },
  ) => ({
    ...settingsOf(values),
    showFrom: showFromOf(choice),
    ...file,
    assignment: values.text,
    uploadedBy: user?.name ?? '',
    id: user?.id ?? '',
    status: 'Pending' as const,
  });
  const mutation = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) => call(createAssignment, { body }),
    onSuccess: async () => {
      toastSuccess(DONE);
      await refresh();
    },
    onError: (error) => toastError(`The assignment was not uploaded. ${messageOf(error)}`),
  });
  return { bodyOf, mutation };
}
