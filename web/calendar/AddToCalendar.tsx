import { Button } from '@mantine/core';
import IconCalendarPlus from '~icons/calendar-plus';
import { lazy, Suspense, useState } from 'react';

const CalendarDialog = lazy(async () => ({
  default: (await import('./CalendarDialog.tsx')).CalendarDialog,
}));

/** Opens the dialog with the calendar subscription link. */
export function AddToCalendar() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Add to calendar
      </Button>
      {isOpen && (
        <Suspense>
          <CalendarDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
