import { Button, Group, Text } from '@mantine/core';
import IconSend from '~icons/send';
import type { LanguageId } from '@vlabs/contract/running/languages';
import { useState } from 'react';
import { languageNameOf } from '../../platform/languages.ts';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { isAdmin, useSession } from '../../platform/calls/session.ts';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useHandIns } from '../use-assignments.ts';
import { useHandIn } from './use-hand-in.ts';

interface HandInProgramProps {
  /** The assignment that is open. */
  assignment: string;
  /** What stands in the editor when one hands in. */
  currentProgram: () => { languageId: LanguageId; source: string };
}

/** Hands in the program that is being written, after one look at what that means. */
export function HandInProgram({ assignment, currentProgram }: HandInProgramProps) {
  const { user } = useSession();
  const [program, setProgram] = useState<ReturnType<typeof currentProgram> | null>(null);
  if (user === null || isAdmin(user)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => setProgram(currentProgram())}
      >
        Hand in
      </Button>
      {program && (
        <HandInDialog
          assignment={assignment}
          studentId={user.id}
          program={program}
          onClose={() => setProgram(null)}
        />
      )}
    </>
  );
}

interface HandInDialogProps {
  assignment: string;
  studentId: string;
  program: { languageId: LanguageId; source: string };
  onClose: () => void;
}

function HandInDialog({ assignment, studentId, program, onClose }: HandInDialogProps) {
  const { data } = useHandIns(assignment, studentId);
  const handIn = useHandIn(assignment);
  const { languageId, source } = program;
  const isEmpty = source.trim() === '';
  const [last] = data?.versions ?? [];
  return (
    <Dialog title="Hand in this program?" onClose={onClose}>
      {isEmpty ? (
        <Text>Write a program first. There is nothing in the editor.</Text>
      ) : (
        <Text>
          Your {languageNameOf(languageId)} program with {countLines(source)} is handed in as it
          stands now.
          {last &&
            ` You handed in last on ${formatMomentBeside(last.handedInAt, serverNowMs())}; from now on this one counts, and the earlier one is kept.`}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          disabled={isEmpty}
          loading={handIn.isPending}
          onClick={() =>
            handIn.mutate({ kind: 'program', language: languageId, source }, { onSuccess: onClose })
          }
        >
          Hand in
        </Button>
      </Group>
    </Dialog>
  );
}

function countLines(source: string): string {
  const lines = source.trimEnd().split('\n').length;
  return lines === 1 ? '1 line' : `${lines} lines`;
}
