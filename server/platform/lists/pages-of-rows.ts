/** Page limits for reading all rows of a person. */
export const PAGE_OF_ROWS = { rows: 200, bytes: 1024 * 1024 };

/**
 * Yields all rows of a person page by page. `list` returns the rows after the last one of the
 * previous page.
 */
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
