import { readClass } from '../platform/use-class-in-address.ts';

const keyOf = (userId: string) => `vlabs.class.${userId}`;

/** The class whose lists somebody looked at last in this browser. */
export const rememberedClass = (userId: string): string | null =>
  readClass(localStorage.getItem(keyOf(userId)));

export function rememberClass(userId: string, classId: string | null): void {
  if (classId === null) localStorage.removeItem(keyOf(userId));
  else localStorage.setItem(keyOf(userId), classId);
}
