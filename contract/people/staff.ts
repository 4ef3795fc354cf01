import { z } from 'zod';
import { Search } from '../search.ts';
import { endpoint, replyOf } from '../endpoint.ts';
import { EmailAddress, FullName, RollNumber } from './auth.ts';

export const STAFF_AT_ONCE = 100;

export const StaffMember = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  isCampusAdmin: z.boolean(),
  isDisabled: z.boolean(),
  /** Open classes that they teach now. */
  classes: z.int(),
  /** Of these, those that have no other owner who can sign in. */
  lastOwnerOf: z.int(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/v1/staff',
  access: ['admin'],
  right: 'campus',
  summary: `Admins and staff by id, ${STAFF_AT_ONCE} at a time`,
  query: z.object({
    /** Words of the id, the name or the email. */
    search: Search,
    /** The id that the page before ended with. */
    after: z.string().max(64).default(''),
  }),
  reply: replyOf(z.object({ staff: z.array(StaffMember), next: z.string().nullable() })),
});

export const createStaff = endpoint({
  method: 'POST',
  path: '/api/v1/staff',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Make an account for somebody who teaches; its first password is told once',
  body: z.object({ id: RollNumber, name: FullName, email: EmailAddress }),
  reply: replyOf(z.object({ personId: z.string(), password: z.string() })),
  status: 201,
});

const ofStaff = z.object({ personId: RollNumber });

export const changeStaff = endpoint({
  method: 'PUT',
  path: '/api/v1/staff/:personId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Make a campus admin of somebody who teaches, or the other way; disable, enable',
  params: ofStaff,
  body: z.object({ isCampusAdmin: z.boolean(), isDisabled: z.boolean() }),
  reply: replyOf(StaffMember),
});

export const resetStaffPassword = endpoint({
  method: 'POST',
  path: '/api/v1/staff/:personId/password',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Give somebody who teaches a new password, which is shown once; all their sessions end',
  params: ofStaff,
  reply: replyOf(z.object({ password: z.string() })),
});
