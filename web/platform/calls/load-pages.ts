/** Maximum number of rows: larger files are of no use to a person. */
const MAX_ROWS = 50_000;

/** Loads a paged list, one page after the other, up to the maximum. */
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
