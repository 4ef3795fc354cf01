import { listVersions, type Version } from '@vlabs/contract/programs/programs';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { CallError, keyOf } from '../platform/calls/call.ts';
import { toast, toastError, toastSuccess } from '../ui/toast.ts';
import { type UnsentVersion, VersionOutbox } from './version-outbox.ts';
import { personalStorage } from '../platform/storage/personal-storage.ts';

interface UseVersions {
  /** Saves a version and confirms it with a toast. */
  save: (version: UnsentVersion) => void;
  /** Saves a version of a program that is about to be replaced, without a toast. */
  setAside: (version: UnsentVersion) => void;
}

/** Sends versions to the server immediately, or as soon as it is reachable. */
export function useVersions(userId: string, assignment: string): UseVersions {
  const [outbox] = useState(() => new VersionOutbox(personalStorage(userId), assignment));
  const queryClient = useQueryClient();

  const send = useCallback(async (): Promise<Version | null> => {
    const sent = await outbox.send();
    if (sent) await queryClient.invalidateQueries({ queryKey: keyOf(listVersions) });
    return sent;
  }, [outbox, queryClient]);

  useEffect(() => {
    // If the server does not answer, the next save or visit tries again.
    const sendQuietly = () => void send().catch(() => undefined);
    sendQuietly();
    window.addEventListener('online', sendQuietly);
    return () => window.removeEventListener('online', sendQuietly);
  }, [send]);

  const keep = useCallback(
    (version: UnsentVersion, isToldOf: boolean) => {
      outbox.add(version);
      send()
        .then((kept) => isToldOf && kept && toastSuccess(`Program saved as ${kept.name}`))
        .catch((error: unknown) => showError(error));
    },
    [outbox, send],
  );

  return {
    save: useCallback((version) => keep(version, true), [keep]),
    setAside: useCallback((version) => keep(version, false), [keep]),
  };
}

function showError(error: unknown): void {
  if (error instanceof CallError && error.status === 400) toastError(error.message);
  else if (error instanceof CallError && !error.isTemporary && error.status !== 401)
    toast(`The version is saved in this browser only. ${error.message}`);
  else toast('The version is saved in this browser. It will be sent when the server is reachable.');
}
