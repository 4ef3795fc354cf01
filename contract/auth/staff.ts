import { z } from 'zod';
import { Search } from '../http/search.ts';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { EmailAddress, FullName, RollNumber, TypedRollNumber } from './auth.ts';

export const STAFF_AT_ONCE = 100;

export const StaffMember = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  isCampusAdmin: z.boolean(),
  isDisabled: z.boolean(),
  /** Open classes that they teach. */
  classes: z.int(),
  /** Those of them without another active owner. */
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
    /** The last id of the previous page. */
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
  summary: 'Create a staff account; its first password is shown once',
  body: z.object({ id: TypedRollNumber, name: FullName, email: EmailAddress }),
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
  summary: 'Make a staff member a campus admin or the reverse, and disable or enable them',
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
  summary: 'Reset a staff member’s password, which is shown once; all their sessions end',
  params: ofStaff,
  reply: replyOf(z.object({ password: z.string() })),
});
