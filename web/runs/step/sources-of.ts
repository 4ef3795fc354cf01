import type { Replayed } from '@vlabs/contract/runs/trace/replay';

interface Sources {
  main: string;
  files: readonly { path: string; text: string }[];
}

/** The texts of a program's files by their names in its trace, which calls the main file its own way. */
export const sourcesOf = (
  { head }: Pick<Replayed, 'head'>,
  { main, files }: Sources,
): ReadonlyMap<string, string> =>
  new Map([
    ...files.map(({ path, text }) => [path, text] as const),
    [head.files[0] ?? '', main] as const,
  ]);
