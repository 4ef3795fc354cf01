import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';

const Begun = z.object({ process: z.instanceof(ChildProcess) });

/** The processes that this one begins from now on, in their order. */
export function watchProcesses(): { begun: readonly ChildProcess[]; stop: () => void } {
  const begun: ChildProcess[] = [];
  const keep = (message: unknown) => begun.push(Begun.parse(message).process);
  subscribe('child_process', keep);
  return { begun, stop: () => unsubscribe('child_process', keep) };
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
