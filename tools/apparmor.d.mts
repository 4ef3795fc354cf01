/** What a test needs to know of apparmor.mjs, which is plain JavaScript for the Node of a fresh machine. */
export function bringProfile(
  runAsRoot: (command: string[]) => Promise<{ code: number; output: string }>,
  machine?: { restriction: string | null; hasFolder: boolean; isDisabled: boolean },
): Promise<string | null>;
