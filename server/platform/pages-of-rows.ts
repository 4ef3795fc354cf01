/** How much of somebody's rows is read at a time, where all of them are read one page after the other. */
export const PAGE_OF_ROWS = { rows: 200, bytes: 1024 * 1024 };

/** All rows of somebody, read page by page; `list` gives those that come after the last of the page before. */
export async function* inPages<Source, Of, Row>(
  list: (source: Source, of: Of, after: Row | null) => Promise<Row[]>,
  source: Source,
  of: Of,
): AsyncGenerator<Row> {
  let last: Row | null = null;
  do {
    const page: Row[] = await list(source, of, last);
    yield* page;
    last = page.at(-1) ?? null;
  } while (last !== null);
}
