import { Button, Tabs } from '@mantine/core';
import IconBooks from '~icons/books';
import IconFileImport from '~icons/file-import';
import type { ImportedQuestion } from '@vlabs/contract/questions/question-files';
import { useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { toastSuccess } from '../ui/toast.ts';
import type { AddQuestionsProps } from './add-questions-props.ts';
import { BankPanel } from './BankPanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import classes from './AddQuestions.module.css';

/** A button that opens the import from files, pasted text and the bank. */
export function AddQuestions(props: AddQuestionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Import or bank
      </Button>
      {isOpen && <AddQuestionsDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AddQuestionsDialog({ onClose, ...props }: AddQuestionsProps & { onClose: () => void }) {
  function add(questions: ImportedQuestion[]): void {
    props.onAdd(questions);
    const count = questions.length;
    toastSuccess(count === 1 ? 'Added 1 question.' : `Added ${count} questions.`);
  }
  return (
    <Dialog title="Add questions" size="wide" onClose={onClose}>
      <Tabs defaultValue="import" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="import" leftSection={<IconFileImport size={16} aria-hidden />}>
            File or paste
          </Tabs.Tab>
          <Tabs.Tab value="bank" leftSection={<IconBooks size={16} aria-hidden />}>
            Question bank
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="import">
          <ImportPanel {...props} onAdd={add} />
        </Tabs.Panel>
        <Tabs.Panel value="bank">
          <BankPanel {...props} onAdd={add} />
        </Tabs.Panel>
      </Tabs>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
