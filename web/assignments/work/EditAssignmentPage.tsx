import { Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  type AssignmentStatement,
  changeAssignment,
} from '@vlabs/contract/assignments/assignments';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call, messageOf, refusedFields } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { settingsOf, valuesOf } from './assignment-form.ts';
import { AssignmentForm } from './AssignmentForm.tsx';
import { handInsPath } from '../../platform/page-paths.ts';
import { useRefreshAssignments, useStatement } from '../parts/use-assignments.ts';

/** Edits an existing assignment. Hand-ins are kept. */
export function EditAssignmentPage() {
  const { id = '' } = useParams();
  return (
    <Page heading="Edit assignment" introduction="Existing hand-ins are kept.">
      <Loaded
        query={useStatement(id)}
        waiting={<Skeleton height={320} />}
        failure="The assignment could not be loaded."
      >
        {(statement) => <Editing key={statement.id} statement={statement} />}
      </Loaded>
    </Page>
  );
}

function Editing({ statement }: { statement: AssignmentStatement }) {
  const [values, setValues] = useState(() => valuesOf(statement));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const refresh = useRefreshAssignments();
  const navigate = useNavigate();
  const { id } = statement;
  const change = useMutation({
    mutationFn: (body: Body) => call(changeAssignment, { params: { id }, body }),
    onSuccess: async ({ message }) => {
      toastSuccess(message);
      await refresh();
      await navigate(handInsPath(id));
    },
    onError: (error) => {
      setErrors(refusedFields(error));
      toastError(messageOf(error));
    },
  });

  function submit(file: { path: string; filename: string }): void {
    const body = { ...settingsOf(values), ...file, text: values.text };
    const mistakes = fieldErrors(changeAssignment.body, body);
    setErrors(mistakes);
    if (Object.keys(mistakes).length === 0) change.mutate(body);
  }

  return (
    <AssignmentForm
      values={values}
      onChange={(typed) => setValues((current) => ({ ...current, ...typed }))}
      submitLabel="Save changes"
      onSubmit={submit}
      onUploadFailed={() => toastError('Error uploading file')}
      isBusy={change.isPending}
      errors={errors}
      refusal={change.error && messageOf(change.error)}
    />
  );
}

type Body = ReturnType<typeof settingsOf> & { path: string; filename: string; text: string };
