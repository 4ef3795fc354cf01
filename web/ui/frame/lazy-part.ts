import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2000;

/**
 * Loads a part of a page when it is first shown. Without a connection it retries until it succeeds
 * and shows the fallback meanwhile; the page does not break.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadWithRetries(load) }));
}

async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
