import { MAX_PASTE } from '@vlabs/contract/quizzes/page-steps';
import type { PageSteps } from './page-steps.ts';

/** Notes that a text was pasted into an answer, unless it was copied on this page. The text stays in the browser. */
export function notePastes(steps: Pick<PageSteps, 'add'>): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const ownTexts = new Set<string>();
  const keep = ({ clipboardData }: ClipboardEvent) => {
    // An editor sets what it copies: of a long text the page holds only the part in view.
    const set = clipboardData?.getData('text/plain') ?? '';
    ownTexts.add(plain(set === '' ? readSelection() : set));
  };
  document.addEventListener('copy', keep, { signal });
  document.addEventListener('cut', keep, { signal });
  document.addEventListener(
    'paste',
    ({ target, clipboardData }) => {
      const text = clipboardData?.getData('text/plain') ?? '';
      const fields = target instanceof Element ? target.closest('[data-question]') : null;
      const question = Number(fields?.getAttribute('data-question'));
      if (text === '' || !(question > 0) || ownTexts.has(plain(text))) return;
      steps.add('paste', { question, characters: Math.min(text.length, MAX_PASTE) });
    },
    { signal },
  );
  return () => listening.abort();
}

/** Copying changes line breaks and spaces at the ends. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The selected text of a field, or of the page. */
function readSelection(): string {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = activeElement;
    if (selectionStart !== null && selectionEnd !== null && selectionStart < selectionEnd)
      return value.slice(selectionStart, selectionEnd);
  }
  return document.getSelection()?.toString() ?? '';
}
