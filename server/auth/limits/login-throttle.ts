import { tooManyUntil } from '../../platform/errors.ts';

export const WINDOW_MINUTES = 15;
/** Failures for one person from one network. Nobody locks another person out from elsewhere. */
export const PER_PERSON = 10;

/** Whose account is tried, and from where. */
export interface LoginOrigin {
  personId: string;
  network: string;
}

export const tooManyLogins = (secondsLeft: number) =>
  tooManyUntil(
    'too_many_logins',
    secondsLeft,
    (wait) =>
      `Too many failed logins. Try again in ${wait}, or ask your teacher to reset the password.`,
  );
