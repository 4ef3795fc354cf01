/** Each browser has its own words for a part of the page that did not arrive. */
const NOT_LOADED =
  /dynamically imported module|importing a module script failed|unable to preload|ChunkLoadError/i;

/** A part of the page did not arrive; any other error is a fault of V-labs. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && NOT_LOADED.test(`${error.name}: ${error.message}`);
