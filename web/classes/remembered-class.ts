import { personalStorage } from '../platform/storage/personal-storage.ts';
import { readClass } from '../platform/use-class-in-address.ts';

const CLASS = 'class';
/** There was a class switch last time, so its space is reserved. */
const SWITCH = 'class-switch';

/** The class last viewed in this browser. */
export const rememberedClass = (userId: string): string | null => readClass(read(userId, CLASS));

export const rememberClass = (userId: string, classId: string | null): void =>
  keep(userId, CLASS, classId);

export const hadSwitch = (userId: string): boolean => read(userId, SWITCH) !== null;

export const rememberSwitch = (userId: string, hasAny: boolean): void =>
  keep(userId, SWITCH, hasAny ? 'on' : null);

const storageOf = (userId: string) => personalStorage(userId, 'browser');

function read(userId: string, name: string): string | null {
  try {
    return storageOf(userId).getItem(name);
  } catch {
    return null;
  }
}

function keep(userId: string, name: string, text: string | null): void {
  try {
    if (text === null) storageOf(userId).removeItem(name);
    else storageOf(userId).setItem(name, text);
  } catch {
    // Without storage, the class is remembered as long as the page.
  }
}
