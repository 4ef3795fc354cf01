import { Code, Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './DemoImportDialog.module.css';

interface DemoImportDialogProps {
  onConfirm: () => void;
  onCancel: () => void;
}

/** Only the demo admin can import into an open demo, and that account ends when the demo closes. */
export function DemoImportDialog({ onConfirm, onCancel }: DemoImportDialogProps) {
  return (
    <ConfirmDialog
      title="Close the demo first?"
      consequence="This installation is a demo: anyone who can reach it can sign in as admin and read this list. Before you import real students, close the demo by creating an admin on the server:"
      confirmLabel="Import into the demo"
      isBusy={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Code block mt="sm" className={classes.command ?? ''} tabIndex={0}>
        npm run admin -- create ROLL-NUMBER --name &quot;FULL NAME&quot; --email ADDRESS
      </Code>
      <Text mt="sm">
        This ends your session. Sign in as the new admin and upload the list again. You can import
        test data into the demo.
      </Text>
    </ConfirmDialog>
  );
}
