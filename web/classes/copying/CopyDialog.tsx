import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { copyClass, previewCopy } from '@vlabs/contract/classes/class-copies';
import { type ClassDetails, listTerms } from '@vlabs/contract/classes/classes';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, useForm } from '../../ui/Form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { makeUuid } from '../../platform/random-ids.ts';
import { classPath, roleWords } from '../calls/class-words.ts';
import { changedCalls } from '../calls/use-classes.ts';
import { CopiedWork } from './CopiedWork.tsx';

interface CopyDialogProps {
  details: ClassDetails;
  onClose: () => void;
}

/** Chooses the term, name and staff of a copy, and previews its work. */
export function CopyDialog({ details, onClose }: CopyDialogProps) {
  const { classId, name } = details;
  const [copyId] = useState(makeUuid);
  const [staff, setStaff] = useState<string[]>([]);
  const terms = useQuery(queryOf(listTerms, {}));
  const refresh = useRefresh(...changedCalls);
  const navigate = useNavigate();
  const form = useForm({
    initial: { name, termId: '', code: '' },
    check: (values) => fieldErrors(copyClass.body, { ...values, copyId }),
    send: (values) => call(copyClass, { params: { classId }, body: { ...values, copyId, staff } }),
    onSent: async ({ data }, sent) => {
      toastSuccess(`${sent.name} copied. Publish its tests and assignments when you’re ready.`);
      await navigate(classPath(data.classId));
      onClose();
      await refresh();
    },
  });
  const { termId } = form.values;
  return (
    <Dialog title={`Copy ${name}`} onClose={onClose}>
      <Form form={form} submitLabel="Copy class" onCancel={onClose}>
        <Loaded query={terms} failure="The terms could not be loaded.">
          {(known) => (
            <NativeSelect
              label="Term"
              required
              data-autofocus
              data={[
                { value: '', label: 'Choose the term' },
                ...known.map((term) => ({ value: term.termId, label: term.name })),
              ]}
              {...form.field('termId')}
            />
          )}
        </Loaded>
        <TextInput label="Name" required {...form.field('name')} />
        <TextInput
          label="Code"
          description="Optional. Student lists can use it."
          {...form.field('code')}
        />
        {termId !== '' && (
          <Preview classId={classId} termId={termId} chosen={staff} onChoose={setStaff} />
        )}
      </Form>
    </Dialog>
  );
}

interface PreviewProps {
  classId: string;
  termId: string;
  /** The staff of the copy. */
  chosen: string[];
  onChoose: (personIds: string[]) => void;
}

function Preview({ classId, termId, chosen, onChoose }: PreviewProps) {
  const query = useQuery(queryOf(previewCopy, { params: { classId }, query: { term: termId } }));
  return (
    <Loaded query={query} failure="The preview could not be loaded.">
      {(preview) => (
        <Stack gap="md">
          {preview.staff.length > 0 && (
            <Checkbox.Group
              label="Staff to include"
              description="You’ll own the copy."
              value={chosen}
              onChange={onChoose}
            >
              <Stack gap="xs" mt="xs">
                {preview.staff.map(({ personId, name, role }) => (
                  <Checkbox
                    key={personId}
                    value={personId}
                    label={`${name}, ${roleWords[role].toLowerCase()}`}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <CopiedWork preview={preview} />
          <Text size="sm" c="dimmed">
            {whatStays(preview.students)}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}

const whatStays = (students: number): string => {
  const who = students === 1 ? 'Its student stays' : `Its ${students} students stay`;
  return `${students === 0 ? 'Results stay' : `${who}, and so do their results`} in this class.`;
};
