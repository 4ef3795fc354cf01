export type QuizKey =
  | { do: 'choose'; digit: number }
  | { do: 'next' }
  | { do: 'previous' }
  | { do: 'flag' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** The command of a key during a test; null if the key is meant for something else. */
export function readQuizKey({ key, ctrlKey, metaKey, altKey, target }: Pressed): QuizKey | null {
  if (ctrlKey || metaKey || altKey || isTyping(target)) return null;
  if (/^[1-9]$/.test(key)) return { do: 'choose', digit: Number(key) };
  const letter = key.toLowerCase();
  if (letter === 'n') return { do: 'next' };
  if (letter === 'p') return { do: 'previous' };
  if (letter === 'f') return { do: 'flag' };
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Letters choose in a list too.
  if (target instanceof HTMLSelectElement) return true;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
  );
}
