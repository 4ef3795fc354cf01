import { Button, Select, Text } from '@mantine/core';
import IconCode from '~icons/code';
import IconSend from '~icons/send';
import { useQuery } from '@tanstack/react-query';
import type { AssignmentStatement } from '@vlabs/contract/assignments/assignments';
import { type Draft, listDrafts } from '@vlabs/contract/programs/programs';
import { useState } from 'react';
import { Link } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { codeOfLanguage, languageNameOf, readLanguage } from '../../platform/languages.ts';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { LinesSkeleton, Loaded } from '../../ui/states.tsx';
import { workspacePath } from '../../platform/page-paths.ts';
import type { useHandIn } from './use-hand-in.ts';

interface WorkspaceHandInProps {
  statement: AssignmentStatement;
  handIn: ReturnType<typeof useHandIn>;
}

/** Preview of the Workspace program before it is handed in. */
export function WorkspaceHandIn({ statement, handIn }: WorkspaceHandInProps) {
  const { id, language } = statement;
  return (
    <Loaded
      query={usePrograms(id, language)}
      waiting={<LinesSkeleton lines={3} />}
      failure={(reason) => `Your program could not be loaded. ${reason} Your work is kept.`}
    >
      {(programs) => <ProgramChoice id={id} programs={programs} handIn={handIn} />}
    </Loaded>
  );
}

interface ProgramChoiceProps {
  id: string;
  programs: Draft[];
  handIn: WorkspaceHandInProps['handIn'];
}

function ProgramChoice({ id, programs, handIn }: ProgramChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const program = programs.find(({ part }) => part === chosen) ?? programs[0];
  const languageId = readLanguage(program?.part ?? null);
  if (!program || languageId === null) return <NoProgram id={id} />;
  return (
    <>
      {programs.length > 1 && (
        <Select
          label="Program"
          allowDeselect={false}
          value={program.part}
          data={programs.map(({ part }) => ({ value: part, label: languageNameOf(Number(part)) }))}
          onChange={setChosen}
        />
      )}
      <CodeBlock
        text={program.text}
        language={codeOfLanguage(languageId)}
        title={`${languageNameOf(languageId)}, from the Workspace, saved ${formatMomentBeside(program.savedAt, serverNowMs())}`}
      />
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        loading={handIn.isPending}
        onClick={() =>
          handIn.mutate({ kind: 'program', language: languageId, source: program.text })
        }
      >
        Hand in this program
      </Button>
    </>
  );
}

function NoProgram({ id }: { id: string }) {
  return (
    <>
      <Text size="sm">
        You have not written a program for this assignment yet. Write and test it in the Workspace,
        then hand it in there or here.
      </Text>
      <Button
        component={Link}
        to={workspacePath(id)}
        leftSection={<IconCode size={16} aria-hidden />}
      >
        Write the program
      </Button>
    </>
  );
}

/** The program changed last, in the required language if there is one. */
function usePrograms(assignment: string, language: number | null) {
  return useQuery({
    ...queryOf(listDrafts, { query: { assignment } }),
    select: (drafts) =>
      drafts
        .filter(({ part, text }) => part !== 'inputs' && text.trim() !== '')
        .filter(({ part }) => language === null || part === String(language))
        .toSorted((one, other) => (one.savedAt < other.savedAt ? 1 : -1)),
    // The Workspace may be open in another tab.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
