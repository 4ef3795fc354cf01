import { OptionNumber } from '@vlabs/contract/quizzes/questions';

export type QuizKey =
  | { do: 'choose'; option: OptionNumber }
  | { do: 'next' }
  | { do: 'previous' }
  | { do: 'flag' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** What a key means in a test; null where it is meant for something else. */
export function readQuizKey({ key, ctrlKey, metaKey, altKey, target }: Pressed): QuizKey | null {
  if (ctrlKey || metaKey || altKey || isTyping(target)) return null;
  const option = OptionNumber.safeParse(key);
  if (option.success) return { do: 'choose', option: option.data };
  const letter = key.toLowerCase();
  if (letter === 'n') return { do: 'next' };
  if (letter === 'p') return { do: 'previous' };
  if (letter === 'f') return { do: 'flag' };
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== 'radio';
}
