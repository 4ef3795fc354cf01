import { z } from 'zod';
import { Done, endpoint, replyOf, signedInOrGuest } from '../endpoint.ts';

const required = (what: string) => z.string(`${what} is required.`);

/** A roll number is text: leading zeros live. */
export const RollNumber = required('Roll number')
  .trim()
  .min(1, 'Roll number is required.')
  .max(64, 'A roll number has at most 64 characters.')
  .regex(/^[^\s\p{C}]+$/u, 'A roll number has no spaces in it.');

export const FullName = required('Full name')
  .trim()
  .min(1, 'Full name is required.')
  .max(200, 'A name has at most 200 characters.');

export const EmailAddress = required('Email address')
  .trim()
  .min(1, 'Email address is required.')
  .max(254, 'An email address has at most 254 characters.')
  .pipe(z.email('Enter a valid email address, like name@example.edu.'));

export const Password = required('Password')
  .min(1, 'Password is required.')
  .max(1024, 'A password has at most 1024 characters.');

/** What the browser knows of a person. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.union([z.literal(0), z.literal(1)]),
});
export type User = z.infer<typeof User>;

export const login = endpoint({
  method: 'POST',
  path: '/api/v1/auth/login',
  access: 'anyone',
  audit: {
    notKept: 'The sign-in of an admin is kept where it happens; before it nobody is signed in.',
  },
  summary: 'Sign in with roll number and password',
  body: z.object({
    id: required('Roll number')
      .trim()
      .min(1, 'Roll number is required.')
      .max(64, 'A roll number has at most 64 characters.'),
    password: Password,
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), user: User, token: z.string() }),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  access: 'anyone',
  audit: { notKept: 'It makes students only, each by themselves.' },
  summary: 'Open a student account',
  body: z.object({
    id: RollNumber,
    name: FullName,
    email: EmailAddress,
    password: Password,
    /** One time and one roll number: for who is on the student list with another address or none. */
    code: z.string().trim().max(100, 'That is no code. Type it as it is printed.').optional(),
  }),
  reply: Done,
  status: 201,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v1/auth/logout',
  access: signedInOrGuest,
  right: 'own',
  audit: 'kept',
  summary: 'End the session of the token sent',
  reply: Done,
});

/** Its refusal is `{ok:false}` with 401, as the specification's guards read it. */
export const userAuth = endpoint({
  method: 'GET',
  path: '/api/v1/auth/user-auth',
  access: signedInOrGuest,
  right: 'own',
  summary: 'Is the caller signed in?',
  reply: z.object({ ok: z.literal(true) }),
});

/** Its refusal is `{ok:false}` with 401, or 403 for a student. */
export const adminAuth = endpoint({
  method: 'GET',
  path: '/api/v1/auth/admin-auth',
  access: ['admin'],
  right: 'own',
  summary: 'Is the caller an admin?',
  reply: z.object({ ok: z.literal(true) }),
});

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/v1/auth/account',
  access: signedInOrGuest,
  right: 'own',
  summary:
    'Who the caller is: a guest, who may use the Workspace alone, or staff, who may do what their classes give',
  reply: replyOf(
    z.object({
      id: z.string(),
      isGuest: z.boolean(),
      isStaff: z.boolean(),
      /** Of staff: the classes in which they may write work, and do what goes with it. */
      writesIn: z.array(z.uuid()),
      /** Classes of which they reach some sections alone, and no figures of the whole. */
      limitedIn: z.array(z.uuid()),
      /** They may make classes, whose owners they are then. */
      makesClasses: z.boolean(),
    }),
  ),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/password',
  access: signedInOrGuest,
  right: 'own',
  audit: 'kept',
  summary: 'Change the caller’s password; every session of theirs ends, and a new token is given',
  body: z.object({ currentPassword: Password, newPassword: Password }),
  reply: replyOf(z.object({ token: z.string() })),
});

export const Session = z.object({
  sessionId: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  address: z.string(),
  /** The User-Agent header as it was sent at login. */
  browser: z.string(),
  /** The session whose token made this call. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/auth/sessions',
  access: signedInOrGuest,
  right: 'own',
  summary: 'The caller’s own sessions, newest use first',
  reply: replyOf(z.array(Session)),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/sessions/:sessionId',
  access: signedInOrGuest,
  right: 'own',
  audit: 'kept',
  summary: 'End one of the caller’s own sessions',
  params: z.object({ sessionId: z.uuid('That session is not known.') }),
  reply: Done,
});

/**
 * Who may register: anybody as a student; anybody, but as a guest who is on no student list; or
 * only who is on one.
 */
export const Registration = z.enum(['open', 'confirmed', 'roster']);
export type Registration = z.infer<typeof Registration>;

export const DemoAccount = z.object({
  role: z.union([z.literal(0), z.literal(1)]),
  id: z.string(),
  password: z.string(),
});

/** What a page needs to know before anyone signs in. */
export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/v1/installation',
  access: 'anyone',
  summary: 'The institution, who may register, and the demo accounts where there are any',
  reply: replyOf(
    z.object({
      institution: z.string(),
      /** Of the institution; null where none is set. */
      website: z.string().nullable(),
      contactEmail: z.string().nullable(),
      registration: Registration,
      demoAccounts: z.array(DemoAccount),
    }),
  ),
});
