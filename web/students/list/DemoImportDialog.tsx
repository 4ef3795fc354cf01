import { Code, Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './DemoImportDialog.module.css';

interface DemoImportDialogProps {
  onConfirm: () => void;
  onCancel: () => void;
}

/** Only the demo's admin can import into an open demo, and that account ends when the demo closes. */
export function DemoImportDialog({ onConfirm, onCancel }: DemoImportDialogProps) {
  return (
    <ConfirmDialog
      title="Close the demo first?"
      consequence="This installation is a demo: anyone who can reach it can sign in as admin and read this list. To close the demo before you import real students, make an admin of your own on the server:"
      confirmLabel="Import into the demo"
      isBusy={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Code block mt="sm" className={classes.command ?? ''}>
        npm run admin -- create ROLL-NUMBER --name &quot;FULL NAME&quot; --email ADDRESS
      </Code>
      <Text mt="sm">
        That ends this session. Sign in as the new admin, then upload the list again. A list of
        invented students can go into the demo.
      </Text>
    </ConfirmDialog>
  );
}
