import { MAX_PASTE, type Pastes } from '@vlabs/contract/attempts/page-steps';
import { toastError } from '../../ui/toast.ts';
import type { PageSteps } from './page-steps.ts';

/**
 * Notes that a text was pasted or dropped into an answer, unless it was copied on this page, and prevents it if the test
 * says so. The text stays in the browser.
 */
export function notePastes(steps: Pick<PageSteps, 'add'>, pastes: Pastes): () => void {
  if (pastes === 'allowed') return () => undefined;
  const listening = new AbortController();
  const { signal } = listening;
  const ownTexts = new Set<string>();
  const keep = ({ clipboardData }: ClipboardEvent) => {
    // An editor puts its text there itself.
    const copied = clipboardData?.getData('text/plain') ?? '';
    ownTexts.add(plain(copied === '' ? readSelection() : copied));
  };
  const note = (event: Event, text: string) => {
    const { target } = event;
    const fields = target instanceof Element ? target.closest('[data-question]') : null;
    const question = Number(fields?.getAttribute('data-question'));
    if (text === '' || !(question > 0) || ownTexts.has(plain(text))) return;
    const isBlocked = pastes === 'blocked';
    const characters = Math.min(text.length, MAX_PASTE);
    steps.add('paste', { question, characters, ...(isBlocked && { isBlocked }) });
    if (!isBlocked) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    toastError('Pasting texts from elsewhere is not allowed in this test. Type your answer.');
  };
  document.addEventListener('copy', keep, { signal });
  document.addEventListener('cut', keep, { signal });
  document.addEventListener('dragstart', () => ownTexts.add(plain(readSelection())), { signal });
  // Before the field handles it.
  const first = { signal, capture: true };
  document.addEventListener(
    'paste',
    (event) => note(event, event.clipboardData?.getData('text/plain') ?? ''),
    first,
  );
  document.addEventListener(
    'drop',
    (event) => note(event, event.dataTransfer?.getData('text/plain') ?? ''),
    first,
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
