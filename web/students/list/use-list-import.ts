import { useMutation } from '@tanstack/react-query';
import {
  ColumnChoice,
  type ColumnMatch,
  type ListPreview,
} from '@vlabs/contract/people/student-lists';
import * as contract from '@vlabs/contract/people/students';
import { useState } from 'react';
import { CallError, call, messageOf } from '../../platform/calls/call.ts';
import { linkOf } from '../../platform/files/file-links.ts';
import { currentSession } from '../../platform/calls/stored-session.ts';
import { followTask } from '../../platform/calls/use-task.ts';
import { useUpload } from '../../platform/files/use-upload.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useRefreshStudents } from '../use-students.ts';

/** A file, and what the admin has decided about it. */
interface Chosen {
  file: File;
  /** Null: the file has the headings of the class list, or nothing is decided yet. */
  columnMatch: ColumnMatch | null;
  alsoDoubtful: boolean;
  /** Of a list of members: who came by an earlier list and is not in this one leaves. */
  endsMissing: boolean;
  /** Of the classes that the list names. Null: nothing is chosen yet. */
  termId: string | null;
}

const undecided = { columnMatch: null, alsoDoubtful: false, endsMissing: false, termId: null };

/**
 * From a chosen file to its preview, and from Upload to the end of the import.
 * @param intoDemo the demo is open, and the page says so before it starts the import
 */
export function useListImport(intoDemo: boolean) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** The import that is under way or has ended. */
  const [now, setNow] = useState<contract.StudentImport | null>(null);
  const sending = useUpload('student-lists');
  const columns = useColumnChoice();
  const preview = usePreview(columns);
  const importing = useImport(setNow);

  function look(next: Chosen): void {
    setChosen(next);
    preview.look(next);
  }

  function forget(): void {
    sending.cancel();
    preview.forget();
    columns.forget();
    importing.reset();
    setNow(null);
    setChosen(null);
  }

  function lookAgain(decided: Partial<Chosen>): void {
    if (chosen) look({ ...chosen, ...howShown(preview.shown), ...decided });
  }

  async function upload(stored: ReturnType<typeof sending.upload>): Promise<void> {
    const done = await stored;
    if (!done || !chosen) return;
    importing.mutate({ ...chosen, ...howShown(preview.shown), intoDemo, link: linkOf(done) });
  }

  return {
    file: chosen?.file ?? null,
    decided: chosen ?? undecided,
    columns,
    preview,
    sending: sending.state,
    now,
    importing,
    stop: useStop(),
    choose: (file: File) => {
      forget();
      look({ file, ...undecided });
    },
    matchColumns: (columnMatch: ColumnMatch) => lookAgain({ columnMatch }),
    decide: (alsoDoubtful: boolean) => lookAgain({ alsoDoubtful }),
    /** Counts again which members would be removed, in the classes of this term. */
    chooseTerm: (termId: string) => lookAgain({ termId, endsMissing: false }),
    /** The preview has counted who would leave, so it stays as it is. */
    decideEnds: (endsMissing: boolean) => {
      if (chosen) setChosen({ ...chosen, endsMissing });
    },
    clear: forget,
    start: () => void (chosen && upload(sending.upload(chosen.file))),
    resume: () => void upload(sending.resume()),
    cancelSending: sending.cancel,
  };
}

/** What the preview used. The next preview and the import use it too, even if a term ends in the meantime. */
const howShown = (shown: ListPreview | null) => ({
  columnMatch: shown?.columnChoice?.match ?? null,
  termId: shown?.term?.termId ?? null,
});

/** The columns of a file that must or may be matched. */
function useColumnChoice() {
  const [choice, setChoice] = useState<ColumnChoice | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  return {
    choice,
    /** The admin is asked which column holds what. */
    isOpen,
    /** The admin was asked, and so looks at where the question stood. */
    wasAsked,
    ask: (asked: ColumnChoice) => {
      setChoice(asked);
      setIsOpen(true);
      setWasAsked(true);
    },
    settle: (settled: ColumnChoice | null) => {
      setChoice(settled);
      setIsOpen(false);
    },
    change: () => {
      setIsOpen(true);
      setWasAsked(true);
    },
    forget: () => {
      setChoice(null);
      setIsOpen(false);
      setWasAsked(false);
    },
  };
}

/** What the upload would do. The last answer stays while the next is awaited. */
function usePreview(columns: ReturnType<typeof useColumnChoice>) {
  const [shown, setShown] = useState<ListPreview | null>(null);
  const asking = useMutation({
    mutationFn: async ({ file, columnMatch, alsoDoubtful, termId }: Chosen) => {
      const body = new FormData();
      if (columnMatch) body.set('columnMatch', JSON.stringify(columnMatch));
      if (alsoDoubtful) body.set('alsoDoubtful', 'true');
      if (termId !== null) body.set('termId', termId);
      body.set('file', file);
      return (await call(contract.previewStudents, { body })).data;
    },
    onSuccess: (preview) => {
      setShown(preview);
      columns.settle(preview.columnChoice);
    },
    onError: (error) => {
      setShown(null);
      const choice = choiceOf(error);
      if (choice) columns.ask(choice);
    },
  });
  return {
    shown,
    isPending: asking.isPending,
    error: asking.error,
    look: asking.mutate,
    forget: () => {
      asking.reset();
      setShown(null);
    },
  };
}

function choiceOf(error: Error): ColumnChoice | null {
  if (!(error instanceof CallError) || error.code !== 'missing_columns') return null;
  return ColumnChoice.safeParse(error.data).data ?? null;
}

interface Begun extends Omit<Chosen, 'file'> {
  intoDemo: boolean;
  link: string;
}

/** Tells each state of the import as it goes on. */
function useImport(onState: (now: contract.StudentImport) => void) {
  const refresh = useRefreshStudents();
  return useMutation({
    mutationFn: async (begun: Begun) => {
      const begunImport = await begin(begun);
      const { importId } = begunImport;
      onState(begunImport);
      await followTask({ kind: 'student-import', id: importId }, ({ done, total }) =>
        onState({ ...begunImport, rowsDone: done, rowsTotal: total }),
      );
      const ended = (await call(contract.getStudentImport, { params: { importId } })).data;
      onState(ended);
      return ended;
    },
    onSuccess: ({ state }) => {
      if (state === 'done') toastSuccess('File has been uploaded successfully');
    },
    onError: (error) => toastError(messageOf(error)),
    onSettled: refresh,
  });
}

function useStop() {
  return useMutation({
    mutationFn: async (importId: string) =>
      call(contract.cancelStudentImport, { params: { importId } }),
    onError: (error) => toastError(messageOf(error)),
  });
}

export type ListImport = ReturnType<typeof useListImport>;

export const isEnded = ({ state }: contract.StudentImport) =>
  state !== 'waiting' && state !== 'running';

async function begin({
  link,
  columnMatch,
  alsoDoubtful,
  endsMissing,
  termId,
  intoDemo,
}: Begun): Promise<contract.StudentImport> {
  const { user } = currentSession();
  const uploader = { uploadedby: user?.name ?? '', id: user?.id ?? '' };
  // Who ticked it has seen how many leave.
  const ends = endsMissing && { endsMissing, endsMany: true };
  const decided = {
    alsoDoubtful,
    intoDemo,
    ...ends,
    ...(columnMatch && { columnMatch }),
    ...(termId !== null && { termId }),
  };
  const body = { 'student-file': link, path: link, ...uploader, ...decided, wait: false };
  return (await call(contract.uploadAll, { body })).data;
}
