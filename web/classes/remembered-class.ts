import { readClass } from '../platform/use-class-in-address.ts';
import { browserStorage } from '../platform/browser-storage.ts';

const keyOf = (userId: string) => `vlabs.class.${userId}`;

/** The class last viewed in this browser. */
export const rememberedClass = (userId: string): string | null =>
  readClass(browserStorage().getItem(keyOf(userId)));

export function rememberClass(userId: string, classId: string | null): void {
  if (classId === null) browserStorage().removeItem(keyOf(userId));
  else browserStorage().setItem(keyOf(userId), classId);
}

const switchKeyOf = (userId: string) => `vlabs.class-switch.${userId}`;

/** There was a class switch last time, so its space is reserved. */
export const hadSwitch = (userId: string): boolean =>
  browserStorage().getItem(switchKeyOf(userId)) !== null;

export function rememberSwitch(userId: string, hasAny: boolean): void {
  if (hasAny) browserStorage().setItem(switchKeyOf(userId), 'on');
  else browserStorage().removeItem(switchKeyOf(userId));
}
