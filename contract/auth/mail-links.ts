import { z } from 'zod';
import { Done, endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';
import { EmailAddress, Password } from './auth.ts';

/** Of a mailed link: the part of its address after `#`, which browsers do not send. */
const Token = z
  .string('Open the link in the mail again.')
  .regex(/^[\w-]{43}$/, 'The link is incomplete. Open the link in the mail again.');

export const askReset = endpoint({
  method: 'POST',
  path: '/api/v1/auth/reset-links',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: { notKept: 'Nobody is signed in, and only a mail is sent.' },
  summary: 'Ask for a mail with a link to set a new password; the reply is the same for everyone',
  body: z.object({
    /** The roll number or the email address. */
    person: z
      .string('Enter your roll number or your email address.')
      .trim()
      .min(1, 'Enter your roll number or your email address.')
      .max(254, 'That is no roll number and no email address.'),
  }),
  reply: Done,
});

export const resetByLink = endpoint({
  method: 'POST',
  path: '/api/v1/auth/password-resets',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: { notKept: 'It is kept for admins where it happens; nobody is signed in.' },
  summary: 'Set a new password with a mailed link; all sessions end, and nobody is signed in',
  body: z.object({ token: Token, newPassword: Password }),
  reply: Done,
});

export const getEmail = endpoint({
  method: 'GET',
  path: '/api/v1/auth/email',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  summary: 'Get the caller’s email address, and whether mails to it arrive',
  reply: replyOf(
    z.object({
      /** Null if none is known. */
      email: z.string().nullable(),
      isVerified: z.boolean(),
      /** A mail server has refused it for good. */
      isRefused: z.boolean(),
      /** An address that waits to be confirmed; null if none does. */
      waiting: z.string().nullable(),
    }),
  ),
});

export const askVerification = endpoint({
  method: 'POST',
  path: '/api/v1/auth/email/verification',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: { notKept: 'Only a mail is sent, to the caller.' },
  summary: 'Mail a link to the caller that verifies their address',
  reply: Done,
});

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/email',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: { notKept: 'The address changes when it is confirmed.' },
  summary: 'Mail a link to a new address of the caller; it replaces the old one once confirmed',
  /** Without a password for people who have none; then their sign-in is at most ten minutes old. */
  body: z.object({ email: EmailAddress, currentPassword: Password.optional() }),
  reply: Done,
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/v1/auth/email/confirmations',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: { notKept: 'It is kept for admins where it happens; nobody need be signed in.' },
  summary: 'Confirm an address with a mailed link',
  body: z.object({ token: Token }),
  reply: Done,
});
