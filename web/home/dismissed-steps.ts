import { personalStorage } from '../platform/storage/personal-storage.ts';

const NAME = 'first-steps';

/** Reports whether this person dismissed the first steps in this browser. */
export function areStepsDismissed(userId: string): boolean {
  try {
    return personalStorage(userId, 'browser').getItem(NAME) !== null;
  } catch {
    return false;
  }
}

export function dismissSteps(userId: string): void {
  try {
    personalStorage(userId, 'browser').setItem(NAME, 'dismissed');
  } catch {
    // Without storage, they are dismissed as long as the page.
  }
}
