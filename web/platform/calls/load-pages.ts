/** As many rows as are brought at once: a file of more is nothing that a person reads. */
const MAX_ROWS = 50_000;

/** The rows of a list that comes page by page, one page after the other, up to so many. */
export async function loadPages<Row>(
  ask: (
    after: string | null,
    room: number,
  ) => Promise<{ rows: Row[]; next?: string | null | undefined }>,
  max = MAX_ROWS,
): Promise<Row[]> {
  const loaded: Row[] = [];
  let after: string | null = null;
  do {
    const { rows, next } = await ask(after, max - loaded.length);
    loaded.push(...rows);
    after = next ?? null;
  } while (after !== null && loaded.length < max);
  return loaded.slice(0, max);
}
