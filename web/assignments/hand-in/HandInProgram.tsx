import { Anchor, Button, Group, Text } from '@mantine/core';
import IconSend from '~icons/send';
import type { LanguageId } from '@vlabs/contract/runs/languages';
import { useState } from 'react';
import { Link } from 'react-router';
import { languageNameOf } from '../../platform/languages.ts';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { isAdmin, useSession } from '../../platform/calls/session.ts';
import { assignmentPath } from '../../platform/page-paths.ts';
import { formatMoment, formatMomentBeside } from '../../ui/dates/dates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { showLinesOf } from '../../ui/progress/show-part.ts';
import { useHandIns } from '../parts/use-assignments.ts';
import { useHandIn } from './use-hand-in.ts';

interface HandInProgramProps {
  /** Id of the open assignment. */
  assignment: string;
  /** Returns the program in the editor. */
  currentProgram: () => { languageId: LanguageId; source: string };
}

/** Hands in the program in the editor after a confirmation. */
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
      <LastHandIn assignment={assignment} studentId={user.id} />
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

/** What was handed in stays in view, since a toast goes away. */
function LastHandIn({ assignment, studentId }: { assignment: string; studentId: string }) {
  const { data } = useHandIns(assignment, studentId);
  const [last] = data?.versions ?? [];
  if (!last) return null;
  return (
    <Anchor component={Link} to={assignmentPath(assignment)} size="sm">
      Handed in {formatMoment(last.handedInAt)}
    </Anchor>
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
        <Text>The editor is empty. Write a program first.</Text>
      ) : (
        <Text>
          This hands in your {languageNameOf(languageId)} program with {showLinesOf(source)} as it
          is now.
          {last &&
            ` It replaces your hand-in of ${formatMomentBeside(last.handedInAt, serverNowMs())}, which is kept as an earlier version.`}
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
