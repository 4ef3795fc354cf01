import { TooMany } from '../platform/errors.ts';

export const WINDOW_MINUTES = 15;
/** Failures for one person from one network. Nobody locks another person out from elsewhere. */
export const PER_PERSON = 10;
/** Failures from one network, which a whole campus shares. */
export const PER_NETWORK = 300;

/** Whose account is tried, and from where. */
export interface LoginOrigin {
  personId: string;
  network: string;
}

interface Throttle {
  personSecondsLeft: number | null;
  networkSecondsLeft: number | null;
}

/** Whole minutes until the next try is allowed, rounded up; null when it is allowed now. */
export function minutesLeft({ personSecondsLeft, networkSecondsLeft }: Throttle): number | null {
  if (personSecondsLeft === null && networkSecondsLeft === null) return null;
  const seconds = Math.max(personSecondsLeft ?? 0, networkSecondsLeft ?? 0);
  return Math.max(1, Math.ceil(seconds / 60));
}

export function tooManyLogins(minutes: number): TooMany {
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new TooMany(
    'too_many_logins',
    `Too many failed logins. Try again in ${wait}, or ask your teacher to reset the password.`,
    minutes * 60,
  );
}
