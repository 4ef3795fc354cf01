import { Button } from '@mantine/core';
import IconRestore from '~icons/restore';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface ResetButtonProps {
  isDisabled: boolean;
  onReset: () => void;
}

/** Puts the starter in the place of the student's text. */
export function ResetButton({ isDisabled, onReset }: ResetButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={isDisabled}
        leftSection={<IconRestore size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Reset
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset to starter"
          consequence="Your program in this language is replaced by the text that the editor began with. Ctrl+Z in the editor brings it back."
          confirmLabel="Reset"
          isBusy={false}
          onConfirm={() => {
            setIsAsking(false);
            onReset();
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
