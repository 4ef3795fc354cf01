import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';

interface ControlDialogProps {
  title: string;
  /** What happens. */
  consequence: string;
  /** A verb. */
  confirmLabel: string;
  isBusy: boolean;
  refusal: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A question with a few fields before something is done to attempts. */
export function ControlDialog(props: ControlDialogProps) {
  const { title, consequence, confirmLabel, isBusy, refusal, onConfirm, onClose, children } = props;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    onConfirm();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{consequence}</Text>
          {children}
          <FormMessage message={refusal} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
