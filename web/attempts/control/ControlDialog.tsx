import { Text } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';

interface ControlDialogProps {
  title: string;
  /** What the action does. */
  consequence: string;
  /** A verb. */
  confirmLabel: string;
  isBusy: boolean;
  refusal: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms an action on attempts, with a few fields. */
export function ControlDialog(props: ControlDialogProps) {
  const { title, consequence, confirmLabel, isBusy, refusal, onConfirm, onClose, children } = props;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onConfirm();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        form={{ submit, isPending: isBusy, refusal }}
        submitLabel={confirmLabel}
        onCancel={onClose}
      >
        <Text>{consequence}</Text>
        {children}
      </Form>
    </Dialog>
  );
}
