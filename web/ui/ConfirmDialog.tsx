import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What happens, and what cannot be taken back. */
  consequence: string;
  /** A verb. */
  confirmLabel: string;
  isBusy: boolean;
  /** What it concerns, where that is more than the sentences say. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be taken back; Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, consequence, confirmLabel, isBusy, children, onConfirm, onCancel } = props;
  return (
    <Dialog title={title} onClose={onCancel}>
      <Text>{consequence}</Text>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
        <Button color="red.8" loading={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
