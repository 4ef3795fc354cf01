import { Button, Group, NumberInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  getAttendanceSheet,
  getQuestionPaper,
  MAX_SEATS_PER_ROW,
  SETS,
} from '@vlabs/contract/questions/question-papers';
import { useState } from 'react';
import IconDownload from '~icons/download';
import IconPrinter from '~icons/printer';
import { messageOf } from '../platform/calls/call.ts';
import { download } from '../platform/files/download.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import classes from './PrintTest.module.css';
import { saveFile } from '../ui/save-file.ts';

interface PrintTestProps {
  uniqueId: string;
  /** The name of the test. */
  name: string;
}

/** Downloads a test on paper: sets with their keys, answer sheets, and an attendance sheet. */
export function PrintTest({ uniqueId, name }: PrintTestProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Print ${name}`}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Print
      </Button>
      {isOpen && <PrintDialog uniqueId={uniqueId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function PrintDialog({ uniqueId, onClose }: { uniqueId: string; onClose: () => void }) {
  const [count, setCount] = useState('1');
  const [rooms, setRooms] = useState('');
  const [perRow, setPerRow] = useState<number | string>(6);
  const printing = useMutation({
    mutationFn: async (address: string) => download(address.replace(':uniqueId', uniqueId)),
    onSuccess: (file) => saveFile(file.name, file.contents, file.contents.type),
  });
  const printSet = (set: string, content: string) =>
    printing.mutate(
      `${getQuestionPaper.path}?${new URLSearchParams({ sets: count, set, content })}`,
    );
  const printAttendance = () => {
    const query = { sets: count, rooms, perRow: String(perRow) };
    printing.mutate(`${getAttendanceSheet.path}?${new URLSearchParams(query)}`);
  };
  const isBusy = printing.isPending;
  return (
    <Dialog title="Print the test" onClose={onClose}>
      <Stack gap="md">
        <div>
          <Text size="sm" fw={500} id="sets-of-paper" mb={4}>
            Sets
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="sets-of-paper"
            data={SETS.map((_, index) => String(index + 1))}
            value={count}
            onChange={setCount}
          />
          <Text size="sm" c="dimmed" mt={4}>
            With several sets, questions and options are in a different order in each. The code at
            the bottom of each page changes when the questions change.
          </Text>
        </div>
        {SETS.slice(0, Number(count)).map((set) => (
          <Group
            key={set}
            component="fieldset"
            gap="xs"
            className={classes.set ?? ''}
            aria-label={`Set ${set}`}
          >
            <Text fw={500} w={52}>
              Set {set}
            </Text>
            <PaperButton isBusy={isBusy} label="Paper" onClick={() => printSet(set, 'paper')} />
            <PaperButton isBusy={isBusy} label="Key" onClick={() => printSet(set, 'key')} />
            <PaperButton
              isBusy={isBusy}
              label="Answer sheet"
              onClick={() => printSet(set, 'answer-sheet')}
            />
          </Group>
        ))}
        <Textarea
          label="Rooms"
          description="One a line with its seats, such as “Lab 1, 30”. Empty for one room."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={rooms}
          onChange={(event) => setRooms(event.currentTarget.value)}
        />
        <NumberInput
          label="Seats in a row"
          description="Students beside and behind each other get different sets."
          min={1}
          max={MAX_SEATS_PER_ROW}
          allowDecimal={false}
          value={perRow}
          onChange={setPerRow}
        />
        {printing.error && <FormMessage message={messageOf(printing.error)} />}
        <Group justify="space-between">
          <PaperButton isBusy={isBusy} label="Attendance sheet" onClick={printAttendance} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface PaperButtonProps {
  label: string;
  isBusy: boolean;
  onClick: () => void;
}

const PaperButton = ({ label, isBusy, onClick }: PaperButtonProps) => (
  <Button
    size="compact-md"
    variant="default"
    disabled={isBusy}
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
);
