const USES = ['focusin', 'pointerdown', 'keydown'] as const;

/** Resolves when the person first uses the page. What a form needs only to be sent loads then. */
export const firstUse = new Promise<void>((resolve) => {
  for (const use of USES) {
    window.addEventListener(use, () => resolve(), { capture: true, once: true });
  }
});
