import { Button } from '@mantine/core';
import IconPrinter from '~icons/printer';
import { MAX_CODES } from '@vlabs/contract/students/student-accounts';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { type PrintedCodes, useMakeCodes } from './use-registrations.ts';
import type { StudentFilter } from './list/use-students.ts';

interface PrintCodesButtonProps {
  filter: StudentFilter;
  /** How many matching students have not registered. */
  unregistered: number;
  onPrinted: (codes: PrintedCodes) => void;
}

/** Creates a code for each student who has not registered, and shows them for printing. */
export function PrintCodesButton({ filter, unregistered, onPrinted }: PrintCodesButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: make, isPending } = useMakeCodes(onPrinted);
  const some = Math.min(unregistered, MAX_CODES);
  const who = some === 1 ? '1 student' : `${some} students`;
  const isCut = some < unregistered;
  return (
    <>
      <Button
        variant="default"
        disabled={unregistered === 0}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Print codes
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Create codes for ${who}?`}
          consequence={`${isCut ? `One sheet has ${MAX_CODES} codes; filter by course or year for the others.  ` : ''}For those found who have not registered. With a code a student registers without the email address of the list. It works once, for 30 days, and is shown only now; codes that they got earlier stop working.`}
          confirmLabel="Create codes"
          isBusy={isPending}
          onConfirm={() => make(filter, { onError: close })}
          onCancel={close}
        />
      )}
    </>
  );
}
