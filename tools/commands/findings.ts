/** What was checked, what was found, and how to fix it if it would fail. */
export interface Finding {
  what: string;
  found: string;
  fix?: string | undefined;
  /** Neither right nor wrong: for the reader to know. */
  note?: string | undefined;
}

/** Settings say little by themselves: whether programs can be confined has been tried. */
export function lookAtNamespaces(restrictions: readonly string[], programs: Finding): Finding {
  const what = 'namespaces';
  if (restrictions.length === 0) return { what, found: 'not restricted' };
  const said = restrictions.join('\n  ');
  return programs.fix === undefined
    ? { what, found: 'restricted, but not for this command', note: said }
    : { what, found: 'restricted', fix: said };
}

/** A line with its mark, and below it what to do or to know. */
export function showFinding({ what, found, fix, note }: Finding): string {
  const mark = fix !== undefined ? '✘' : note !== undefined ? '!' : '✔';
  const more = fix ?? note;
  return `${mark} ${what}: ${found}${more === undefined ? '' : `\n  ${more}`}`;
}
