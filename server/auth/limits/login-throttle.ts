import { tooManyUntil } from '../../platform/errors.ts';

export const WINDOW_MINUTES = 15;
/** Failures per person and network, so that nobody can lock another person out from elsewhere. */
export const PER_PERSON = 10;

/** The account and the network of an attempt. */
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
