import { createClass } from '@vlabs/contract/classes/classes';
import { useState } from 'react';
import { call } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { ClassFields } from './ClassFields.tsx';
import { TermForm } from './TermForm.tsx';
import { changedCalls } from './calls/use-classes.ts';

interface NewClassDialogProps {
  onMade: (classId: string) => void;
  onClose: () => void;
}

/** Name, subject and term; campus admins can create a term here. */
export function NewClassDialog({ onMade, onClose }: NewClassDialogProps) {
  const refresh = useRefresh(...changedCalls);
  const [isMakingTerm, setIsMakingTerm] = useState(false);
  const form = useForm({
    initial: { name: '', subject: '', termId: '', code: '', department: '' },
    check: (values) => fieldErrors(createClass.body, values),
    send: (body) => call(createClass, { body }),
    onSent: ({ data }, { name }) => {
      toastSuccess(`${name} created.`);
      onMade(data.classId);
      return refresh();
    },
  });
  if (isMakingTerm) {
    return (
      <Dialog title="New term" onClose={onClose}>
        <TermForm
          onMade={(termId) => {
            form.setValues((values) => ({ ...values, termId }));
            setIsMakingTerm(false);
          }}
          onCancel={() => setIsMakingTerm(false)}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title="New class" onClose={onClose}>
      <Form form={form} submitLabel="Create class" onCancel={onClose}>
        <ClassFields field={form.field} onNewTerm={() => setIsMakingTerm(true)} />
      </Form>
    </Dialog>
  );
}
