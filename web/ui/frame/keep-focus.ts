/** Gives those who put the focus somewhere themselves, such as closing dialogs, the time to do so. */
const AFTER_MS = 60;
const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

interface Focused {
  element: HTMLElement;
  /** The ancestors, innermost first. */
  around: HTMLElement[];
}

/**
 * Without this, a browser moves the focus to the page when the focused element is disabled or removed, and keyboard
 * users begin at the top. A disabled element gets the focus back when it is enabled; for a removed one, its nearest
 * remaining surroundings get it.
 */
export function keepFocus(document: Document): void {
  let last: Focused | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? { element: target, around: ancestorsOf(target) } : null;
  });
  // Somebody who clicks beside all fields means the page.
  document.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLElement && isUsable(target)) last = null;
  });
  const restore = (): void => {
    if (last && document.activeElement === document.body)
      findHeir(last)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    if (last && document.activeElement !== last.element) timer = setTimeout(restore, AFTER_MS);
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled');

/** Null while the element is disabled. */
function findHeir({ element, around }: Focused): HTMLElement | null {
  if (element.isConnected) return isUsable(element) ? element : null;
  const nearest = around.find(({ isConnected }) => isConnected);
  const isOfPage = !nearest || nearest.querySelector('main, h1') !== null;
  const found = isOfPage ? null : nearest.querySelector<HTMLElement>(FOCUSABLE);
  return found ?? document.querySelector<HTMLElement>('h1[tabindex], main');
}
