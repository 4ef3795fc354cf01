import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What happens, and whether it can be undone. */
  consequence: string;
  /** A verb. */
  confirmLabel: string;
  isBusy: boolean;
  /** Details about the affected items. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms an action that can't be undone. Cancel has the focus. */
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
