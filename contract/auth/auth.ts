import { canonicalLine, plainRollNumber } from '../text/canonical.ts';
import { z } from 'zod';
import { Done, endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';

const required = (what: string) => z.string(`${what} is required.`);

/**
 * Names an account, which may have been stored with any digits and dashes. Text, to keep leading zeros.
 */
export const RollNumber = required('Roll number')
  .overwrite((named) => named.replaceAll(/\p{Cf}/gu, ''))
  .trim()
  .min(1, 'Roll number is required.')
  .max(64, 'A roll number has at most 64 characters.')
  .regex(/^[^\s\p{C}]+$/u, 'A roll number has no spaces in it.');

/** A roll number as a person types or pastes it, with the digits 0 to 9 and plain hyphens in whatever script. */
export const TypedRollNumber = RollNumber.overwrite(plainRollNumber);

export const FullName = required('Full name')
  .overwrite(canonicalLine)
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

/** A code of an authenticator app, or a recovery code. */
export const SecondStepCode = required('The code')
  .trim()
  .min(1, 'Enter the code.')
  .max(40, 'A code has at most 40 characters.');

/** What the browser knows about a person. */
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
  openDuringTests: 'The account itself.',
  audit: {
    notKept: 'The sign-in of an admin is kept where it happens; before it nobody is signed in.',
  },
  summary: 'Sign in with roll number and password',
  body: z.object({
    id: required('Roll number')
      .overwrite(plainRollNumber)
      .trim()
      .min(1, 'Roll number is required.')
      .max(64, 'A roll number has at most 64 characters.'),
    password: Password,
    /** The session ends soon without use, and the page keeps it for its tab only. */
    sharedComputer: z.boolean('Send true or false as sharedComputer.').default(false),
    /** For a person with an authenticator app, after the refusal `second_step_needed`. */
    code: SecondStepCode.optional(),
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), user: User, token: z.string() }),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/v1/auth/register',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: { notKept: 'It makes students only, each by themselves.' },
  summary: 'Create a student account',
  body: z.object({
    id: TypedRollNumber,
    name: FullName,
    email: EmailAddress,
    password: Password,
    /** A one-time code for a student whose email address differs from the list, or is not on it. */
    code: z.string().trim().max(100, 'That is no code. Type it as it is printed.').optional(),
  }),
  reply: Done,
  status: 201,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v1/auth/logout',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: 'kept',
  beforeSecondStep: true,
  summary: 'End the session of the token',
  reply: Done,
});

export const leaveSession = endpoint({
  method: 'POST',
  path: '/api/v1/auth/leave',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'A reload of the page sends it, too; the session then goes on.' },
  beforeSecondStep: true,
  summary:
    'Say that the page was left: a session on a shared computer ends if it is unused for a minute',
  reply: Done,
});

/** Refuses with `{ok:false}` and 401, as the specification's guards expect. */
export const userAuth = endpoint({
  method: 'GET',
  path: '/api/v1/auth/user-auth',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  beforeSecondStep: true,
  summary: 'Check whether the caller is signed in',
  reply: z.object({ ok: z.literal(true) }),
});

/** Refuses with `{ok:false}` and 401, or 403 for a student. */
export const adminAuth = endpoint({
  method: 'GET',
  path: '/api/v1/auth/admin-auth',
  access: ['admin'],
  right: 'own',
  beforeSecondStep: true,
  summary: 'Check whether the caller is an admin',
  reply: z.object({ ok: z.literal(true) }),
});

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/v1/auth/account',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  beforeSecondStep: true,
  summary: 'Get the caller’s account: whether they are a guest or staff, and what staff may do',
  reply: replyOf(
    z.object({
      id: z.string(),
      isGuest: z.boolean(),
      isStaff: z.boolean(),
      /** For staff: the classes where they may edit work. */
      writesIn: z.array(z.uuid()),
      /** Classes where they are limited to sections and see no class statistics. */
      limitedIn: z.array(z.uuid()),
      /** They may create classes, which they then own. */
      makesClasses: z.boolean(),
      /** A campus admin whose session may do nothing but set up a second step. */
      needsSecondStep: z.boolean(),
      /** Encrypts what the caller's pages store in the browser; the same in every session. */
      storageKey: z.object({
        owner: z.string().regex(/^[0-9a-f]{32}$/),
        secret: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    }),
  ),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/password',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: 'kept',
  summary: 'Change the caller’s password; all sessions end, and a new token is returned',
  body: z.object({ currentPassword: Password, newPassword: Password }),
  reply: replyOf(z.object({ token: z.string() })),
});

export const Session = z.object({
  sessionId: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  address: z.string(),
  /** The User-Agent header sent at login. */
  browser: z.string(),
  /** How the person signed in: `password`, or the name of another method. */
  method: z.string(),
  /** Opened on a shared computer. */
  isShared: z.boolean(),
  /** The session of this call. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/auth/sessions',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  summary: 'List the caller’s sessions, last used first',
  reply: replyOf(z.array(Session)),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/sessions/:sessionId',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: 'kept',
  summary: 'End one of the caller’s sessions',
  params: z.object({ sessionId: z.uuid('That session is not known.') }),
  reply: Done,
});

/**
 * Who may register: anyone as a student; anyone, but as a guest unless they are on a student list; or only people on
 * a student list.
 */
export const Registration = z.enum(['open', 'confirmed', 'roster']);
export type Registration = z.infer<typeof Registration>;

/** What proves a listed roll number: the listed email address or a code, or only a code. */
export const RegistrationProof = z.enum(['email', 'code']);

export const DemoAccount = z.object({
  role: z.union([z.literal(0), z.literal(1)]),
  id: z.string(),
  password: z.string(),
});

/** What pages need before sign-in. */
export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/v1/installation',
  access: 'anyone',
  openDuringTests: 'Settings that everybody sees.',
  summary: 'Get the institution, who may register, and the demo accounts if there are any',
  reply: replyOf(
    z.object({
      institution: z.string(),
      /** Of the institution; null if none is set. */
      website: z.string().nullable(),
      contactEmail: z.string().nullable(),
      registration: Registration,
      registrationProof: RegistrationProof,
      /** A session on a shared computer ends after so many minutes without use. */
      sharedIdleMinutes: z.int(),
      /** It sends mails, such as links to reset a password. */
      mail: z.boolean(),
      /** It has an address at which passkeys work. */
      passkeys: z.boolean(),
      demoAccounts: z.array(DemoAccount),
      /** Providers to sign in with; empty if there is none. */
      providers: z.array(z.object({ id: z.uuid(), name: z.string(), kind: z.string() })),
    }),
  ),
});
