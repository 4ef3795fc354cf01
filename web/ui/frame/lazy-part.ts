import { type ComponentType, lazy } from 'react';

const AGAIN_MS = 2000;

/**
 * A part of a page that is loaded when it is first shown. Without a connection it is tried again
 * until it comes, and what stands in for it stays meanwhile: the page itself does not break.
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
