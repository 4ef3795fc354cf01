/** Gives those who put the focus somewhere themselves, such as closing dialogs, the time to do so. */
const AFTER_MS = 60;
const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/** Where an element was before it was removed. */
type Place = Pick<MutationRecord, 'target' | 'nextSibling'>;

/**
 * Without this, a browser moves the focus to the page when the focused element is disabled or removed, and keyboard
 * users begin at the top. A disabled element gets the focus back when it is enabled; for a removed one, what follows
 * in the same part of the page gets it.
 */
export function keepFocus(document: Document): void {
  let last: HTMLElement | null = null;
  let place: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : null;
    place = null;
  });
  // Somebody who clicks beside all fields means the page. An element that is being removed is still there meanwhile.
  document.addEventListener('focusout', ({ target }) => {
    queueMicrotask(() => {
      if (last === target && last && isUsable(last)) last = null;
    });
  });
  const restore = (): void => {
    if (last && document.activeElement === document.body)
      findHeir(last, place)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((changes) => {
    clearTimeout(timer);
    if (!last || document.activeElement === last) return;
    place = findPlace(last, place, changes);
    timer = setTimeout(restore, AFTER_MS);
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled');

/** The place that remains: of the element, or of what surrounded it if that was removed later. */
function findPlace(element: HTMLElement, known: Place | null, changes: MutationRecord[]) {
  let place = known;
  for (const { removedNodes, target, nextSibling } of changes) {
    const gone: Node = place?.target ?? element;
    if (gone.isConnected) break;
    const isHere = Array.from(removedNodes).some((node) => node.contains(gone));
    if (isHere) place = { target, nextSibling };
  }
  return place;
}

/** Null while the element is disabled. */
function findHeir(element: HTMLElement, place: Place | null): HTMLElement | null {
  if (element.isConnected) return isUsable(element) ? element : null;
  const found = place && findNear(place);
  return found ?? document.querySelector<HTMLElement>('h1[tabindex], main');
}

/** What follows the place, or the first in its part of the page; null if the whole page was replaced. */
function findNear({ target, nextSibling }: Place): HTMLElement | null {
  if (!(target instanceof Element) || target.querySelector('main, h1')) return null;
  const around = [...target.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const following = nextSibling?.isConnected
    ? around.find((one) => isAtOrAfter(one, nextSibling))
    : undefined;
  return following ?? around[0] ?? null;
}

const isAtOrAfter = (element: Node, other: Node): boolean =>
  element === other ||
  (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
