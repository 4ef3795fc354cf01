import { useMutation } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/students/student-imports';
import {
  type ColumnChoice,
  type ColumnMatch,
  type ListPreview,
  UnmatchedList,
} from '@vlabs/contract/students/student-lists';
import { useState } from 'react';
import { CallError, call, messageOf } from '../../platform/calls/call.ts';
import { followTask } from '../../platform/calls/use-task.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useRefreshStudents } from './use-students.ts';

/** What the admin has decided about a list. */
interface Decided {
  alsoDoubtful: boolean;
  /** Members from earlier lists who are not in this one are removed. */
  endsMissing: boolean;
  /** The term of the named classes; null if none was chosen. */
  termId: string | null;
}

const undecided: Decided = { alsoDoubtful: false, endsMissing: false, termId: null };

/**
 * A class list from its upload, which previews it, to the end of its import.
 * @param intoDemo the demo is open, and the page says so before it starts the import
 */
export function useListImport(intoDemo: boolean) {
  const [file, setFile] = useState<File | null>(null);
  const [decided, setDecided] = useState(undecided);
  /** The import in progress, or the last one. */
  const [now, setNow] = useState<contract.StudentImport | null>(null);
  const columns = useColumnChoice();
  const preview = usePreview(columns);
  const importing = useImport(setNow);

  function forget(): void {
    preview.forget();
    columns.forget();
    importing.reset();
    setNow(null);
    setFile(null);
    setDecided(undecided);
  }

  function lookAgain(changed: Partial<Decided>, columnMatch?: ColumnMatch): void {
    if (preview.importId === null) return;
    // The term that is shown stays, even if it ends in the meantime.
    const shownTerm = preview.shown?.term?.termId ?? null;
    const next = { ...decided, termId: shownTerm, ...changed };
    setDecided(next);
    preview.look({ importId: preview.importId, columnMatch, ...next });
  }

  return {
    file,
    decided,
    columns,
    preview,
    now,
    importing,
    stop: useStop(),
    choose: (chosen: File) => {
      forget();
      setFile(chosen);
      preview.look({ file: chosen });
    },
    matchColumns: (columnMatch: ColumnMatch) => lookAgain({}, columnMatch),
    decide: (alsoDoubtful: boolean) => lookAgain({ alsoDoubtful }),
    /** Counts again which members would be removed, in the classes of this term. */
    chooseTerm: (termId: string) => lookAgain({ termId, endsMissing: false }),
    /** The preview has counted who would leave, so it stays as it is. */
    decideEnds: (endsMissing: boolean) => setDecided({ ...decided, endsMissing }),
    clear: forget,
    start: () => {
      const { importId } = preview;
      if (importId === null) return;
      // The preview has shown how many members would be removed.
      const { endsMissing } = decided;
      importing.mutate({ importId, endsMissing, endsMany: endsMissing, intoDemo });
    },
  };
}

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

/** A new file, or an uploaded list with other decisions. */
type Look =
  | { file: File }
  | (Omit<Decided, 'endsMissing'> & { importId: string; columnMatch: ColumnMatch | undefined });

async function callPreview(look: Look): Promise<ListPreview> {
  if ('file' in look) {
    const body = new FormData();
    body.set('file', look.file);
    return (await call(contract.previewStudents, { body })).data;
  }
  const { importId, columnMatch, termId, alsoDoubtful } = look;
  const body = {
    alsoDoubtful,
    ...(columnMatch && { columnMatch }),
    ...(termId !== null && { termId }),
  };
  return (await call(contract.previewStudentsAgain, { params: { importId }, body })).data;
}

/** What the upload would do. The last answer stays while the next is awaited. */
function usePreview(columns: ReturnType<typeof useColumnChoice>) {
  const [shown, setShown] = useState<ListPreview | null>(null);
  const [importId, setImportId] = useState<string | null>(null);
  const asking = useMutation({
    mutationFn: callPreview,
    onSuccess: (preview) => {
      setShown(preview);
      setImportId(preview.importId);
      columns.settle(preview.columnChoice);
    },
    onError: (error) => {
      setShown(null);
      const unmatched = unmatchedOf(error);
      if (!unmatched) return;
      setImportId(unmatched.importId);
      columns.ask(unmatched);
    },
  });
  return {
    shown,
    importId,
    isPending: asking.isPending,
    error: asking.error,
    look: asking.mutate,
    forget: () => {
      asking.reset();
      setShown(null);
      setImportId(null);
    },
  };
}

function unmatchedOf(error: Error) {
  if (!(error instanceof CallError) || error.code !== 'missing_columns') return null;
  return UnmatchedList.safeParse(error.data).data ?? null;
}

interface Begun {
  importId: string;
  endsMissing: boolean;
  endsMany: boolean;
  intoDemo: boolean;
}

/** Tells each state of the import as it goes on. */
function useImport(onState: (now: contract.StudentImport) => void) {
  const refresh = useRefreshStudents();
  return useMutation({
    mutationFn: async ({ importId, ...body }: Begun) => {
      const params = { importId };
      const begun = (await call(contract.applyStudentImport, { params, body })).data;
      onState(begun);
      await followTask({ kind: 'student-import', id: importId }, ({ done, total }) =>
        onState({ ...begun, rowsDone: done, rowsTotal: total }),
      );
      const ended = (await call(contract.getStudentImport, { params })).data;
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
