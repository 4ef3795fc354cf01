import { useMutation } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/students';
import { useState } from 'react';
import { call, messageOf } from '../platform/call.ts';
import { linkOf } from '../platform/file-links.ts';
import { currentSession } from '../platform/stored-session.ts';
import { useUpload } from '../platform/use-upload.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { useRefreshStudents } from './use-students.ts';

/** From a chosen file to its preview, and from Upload to the end of the import. */
export function useListImport() {
  const [file, setFile] = useState<File | null>(null);
  /** The import that is under way or has ended. */
  const [now, setNow] = useState<contract.StudentImport | null>(null);
  const sending = useUpload('student-lists');

  const preview = usePreview();
  const importing = useImport(setNow);
  const stop = useStop();

  function choose(chosen: File): void {
    importing.reset();
    setNow(null);
    setFile(chosen);
    preview.mutate(chosen);
  }

  function clear(): void {
    sending.cancel();
    preview.reset();
    importing.reset();
    setNow(null);
    setFile(null);
  }

  async function upload(stored: ReturnType<typeof sending.upload>): Promise<void> {
    const done = await stored;
    if (done) importing.mutate(done);
  }

  return {
    file,
    preview,
    sending: sending.state,
    now,
    importing,
    stop,
    choose,
    clear,
    start: () => void (file && upload(sending.upload(file))),
    resume: () => void upload(sending.resume()),
    cancelSending: sending.cancel,
  };
}

function usePreview() {
  return useMutation({
    mutationFn: async (chosen: File) => {
      const body = new FormData();
      body.set('file', chosen);
      return (await call(contract.previewStudents, { body })).data;
    },
  });
}

/** Tells each state of the import as it goes on. */
function useImport(onState: (now: contract.StudentImport) => void) {
  const refresh = useRefreshStudents();
  return useMutation({
    mutationFn: async (stored: Parameters<typeof linkOf>[0]) => {
      let state = await begin(linkOf(stored));
      onState(state);
      while (!isEnded(state)) {
        state = await watch(state);
        onState(state);
      }
      return state;
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

async function begin(link: string): Promise<contract.StudentImport> {
  const { user } = currentSession();
  const uploader = { uploadedby: user?.name ?? '', id: user?.id ?? '' };
  const body = { 'student-file': link, path: link, ...uploader, wait: false };
  return (await call(contract.uploadAll, { body })).data;
}

/** Answers when the import is further than it was. */
async function watch({ importId, state, rowsDone }: contract.StudentImport) {
  const query = { seen: `${state} ${rowsDone}` };
  return (await call(contract.watchStudentImport, { params: { importId }, query })).data;
}
