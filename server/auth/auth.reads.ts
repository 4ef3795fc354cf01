/** Account data and sessions of a person. */
export { demoIsOpen, findAccount } from './people.queries.ts';
/** For the mails that a mail server refuses. */
export { noteRefusedEmail } from './emails.queries.ts';
export { listSessions } from './sessions.queries.ts';
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
