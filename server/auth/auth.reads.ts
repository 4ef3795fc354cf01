/** Account data and sessions of a person. */
export { demoIsOpen, findAccount } from './people.queries.ts';
/** For the mails that a mail server refuses. */
export { noteRefusedEmail } from './emails.queries.ts';
export { listSessions } from './sessions.queries.ts';
/** Sign-on with providers. */
export { type Person, findPerson, findPersonByEmail } from './people.queries.ts';
export { entranceOf } from './entrance.ts';
export { type Entrance, provePassword } from './login.service.ts';
export type { LoginLimiter } from './limits/login-limiter.ts';
/** For expensive work before anybody is signed in. */
export { TurnQueue } from './limits/turn-queue.ts';
export { forgiveGuesses, limitGuesses } from './limits/guesses.ts';
export { type SignedIn, signInWithin } from './open-session.ts';
export { createSignedOnAccount, openLinkedAccount } from './sign-on-accounts.service.ts';
export { deleteSessions } from './sessions.queries.ts';
/** A person with their rights of this moment. */
export { findCaller } from './sessions.service.ts';
/** Whether anyone can sign in with a published password. */
export { isDemoOpen } from './demo-accounts.service.ts';
/** Accounts of the student list. */
export { disableAccount, enableAccount, resetPassword } from './accounts.service.ts';
export {
  confirmGuests,
  freeEmails,
  makeCodes,
  removeGuest,
  saveListedPeople,
} from './student-accounts.service.ts';
