import { Button } from '@mantine/core';
import IconPrinter from '~icons/printer';
import { MAX_CODES } from '@vlabs/contract/people/student-accounts';
import type { Student } from '@vlabs/contract/people/students';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { accountStateOf } from './AccountState.tsx';
import { type PrintedCodes, useMakeCodes } from './use-registrations.ts';

interface PrintCodesButtonProps {
  /** Those who are shown; codes are for who of them has not registered. */
  students: Student[];
  onPrinted: (codes: PrintedCodes) => void;
}

/** Makes a code for each student who has not registered, and shows the sheet to print. */
export function PrintCodesButton({ students, onPrinted }: PrintCodesButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: make, isPending } = useMakeCodes(onPrinted);
  const waiting = students.filter((student) => accountStateOf(student) === 'Not registered yet');
  const some = waiting.slice(0, MAX_CODES);
  const who = some.length === 1 ? '1 student' : `${some.length} students`;
  const isCut = some.length < waiting.length;
  return (
    <>
      <Button
        variant="default"
        disabled={waiting.length === 0}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Print codes
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Make codes for ${who}?`}
          consequence={`${isCut ? `One sheet holds ${MAX_CODES}: filter by course or year for the others. ` : ''}For those shown who have not registered. With a code a student registers without the email address of the list. It works once, for 30 days, and is shown only now; codes that they got earlier stop working.`}
          confirmLabel="Make codes"
          isBusy={isPending}
          onConfirm={() =>
            make(
              some.map(({ rollNumber }) => rollNumber),
              { onError: close },
            )
          }
          onCancel={close}
        />
      )}
    </>
  );
}
