import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createAssignment } from '@vlabs/contract/assignments';
import { useState } from 'react';
import { call, messageOf } from '../platform/call.ts';
import { fieldErrors } from '../platform/form-errors.ts';
import { refusedFields } from '../platform/refused-fields.ts';
import { useSession } from '../platform/session.ts';
import { Counters } from '../ui/Counters.tsx';
import { Page } from '../ui/Page.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { emptyAssignment, settingsOf } from './assignment-form.ts';
import { AssignmentForm } from './AssignmentForm.tsx';
import { assignmentsKey, useAssignmentTotals } from './use-assignments.ts';

const FAILED = 'Error uploading file';
const DONE = 'File uploaded successfully';

/** Gives an assignment to students. What is typed stays when the server says no. */
export function CreateAssignmentPage() {
  const [values, setValues] = useState(emptyAssignment);
  const [formNumber, setFormNumber] = useState(0);
  const create = useCreateAssignment();
  const [errors, setErrors] = useState<Record<string, string>>({});

  function submit(file: { path: string; filename: string }): void {
    const body = create.bodyOf(values, file);
    const mistakes = fieldErrors(createAssignment.body, body);
    setErrors(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    create.mutation.mutate(body, {
      onSuccess: () => {
        setValues(emptyAssignment);
        setFormNumber((number) => number + 1);
      },
      onError: (error) => setErrors(refusedFields(error)),
    });
  }

  return (
    <Page
      heading="Create Assignments"
      introduction="Choose a file or type the question, say for whom it is, and upload it."
    >
      <Totals />
      <AssignmentForm
        key={formNumber}
        values={values}
        onChange={(change) => setValues((current) => ({ ...current, ...change }))}
        submitLabel="Upload"
        onSubmit={submit}
        onUploadFailed={() => toastError(FAILED)}
        isBusy={create.mutation.isPending}
        errors={errors}
        refusal={create.mutation.error && messageOf(create.mutation.error)}
      />
    </Page>
  );
}

function Totals() {
  const { data } = useAssignmentTotals();
  return (
    <Counters
      counters={[
        { label: 'Total Uploaded', value: data?.uploaded ?? '–', caption: 'assignments' },
        { label: 'Total Assigned', value: data?.assigned ?? '–', caption: 'to a student each' },
        { label: 'Total Marked', value: data?.marked ?? '–', caption: 'hand-ins' },
      ]}
    />
  );
}

function useCreateAssignment() {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const bodyOf = (values: typeof emptyAssignment, file: { path: string; filename: string }) => ({
    ...settingsOf(values),
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
      await queryClient.invalidateQueries({ queryKey: assignmentsKey });
    },
    onError: () => toastError(FAILED),
  });
  return { bodyOf, mutation };
}
