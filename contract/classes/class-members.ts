import { canonicalLine } from '../text/canonical.ts';
import { z } from 'zod';
import { Search } from '../http/search.ts';
import { MANY_VALUES, endpoint, replyOf } from '../http/endpoint.ts';
import { RollNumber } from '../auth/auth.ts';
import { ClassRole, Section, named, ofClass } from './classes.ts';

export const MAX_MEMBERS_AT_ONCE = 2000;
export const MAX_SECTIONS = 100;

const ofSection = z.object({ classId: z.uuid(), sectionId: z.uuid() });
const SectionFields = z.object({ name: named('name of the section', 100) });

export const createSection = endpoint({
  method: 'POST',
  path: '/api/v1/classes/:classId/sections',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: `Add a section; a class has at most ${MAX_SECTIONS}`,
  params: ofClass,
  body: SectionFields,
  reply: replyOf(Section),
  status: 201,
});

export const renameSection = endpoint({
  method: 'PUT',
  path: '/api/v1/classes/:classId/sections/:sectionId',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: 'Rename a section',
  params: ofSection,
  body: SectionFields,
  reply: replyOf(Section),
});

export const deleteSection = endpoint({
  method: 'DELETE',
  path: '/api/v1/classes/:classId/sections/:sectionId',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: 'Delete a section that no work refers to; its students stay in the class',
  params: ofSection,
  reply: replyOf(z.object({ sectionId: z.uuid() })),
});

export const Member = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  role: ClassRole,
  source: z.enum(['hand', 'list', 'code']),
  sections: z.array(z.uuid()),
  joinedAt: z.string(),
});
export type Member = z.infer<typeof Member>;

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/v1/classes/:classId/members',
  access: ['admin'],
  right: { to: 'viewWork', of: 'class' },
  summary:
    'List the members of a class, staff first and then by roll number; with sections, staff and the members of these',
  params: ofClass,
  query: z.object({
    search: Search,
    role: z.enum(['staff', 'student']).optional(),
    section: z.uuid().optional(),
    after: z.string().max(200).optional(),
  }),
  reply: replyOf(
    z.object({ members: z.array(Member), total: z.int(), next: z.string().nullable() }),
  ),
});

export const findCandidates = endpoint({
  method: 'GET',
  path: '/api/v1/classes/:classId/candidates',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  summary: 'Find up to 20 people who are not members, by roll number or name',
  params: ofClass,
  query: z.object({
    search: z
      .string()
      .overwrite(canonicalLine)
      .trim()
      .min(2)
      .max(200, 'Search for at most 200 characters.'),
    role: ClassRole,
  }),
  reply: replyOf(
    z.array(
      z.object({ personId: z.string(), name: z.string(), course: z.string(), year: z.string() }),
    ),
  ),
});

export const addMembers = endpoint({
  method: 'POST',
  path: '/api/v1/classes/:classId/members',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: 'Add members or change their role; returns who could not be added, and why',
  bodyLimit: MANY_VALUES,
  params: ofClass,
  body: z.object({
    personIds: z
      .array(RollNumber)
      .min(1, 'Name somebody.')
      .max(MAX_MEMBERS_AT_ONCE, `Name at most ${MAX_MEMBERS_AT_ONCE} at once.`),
    role: ClassRole,
    /** Their sections from now on; if absent, existing members keep theirs. */
    sections: z.array(z.uuid()).max(MAX_SECTIONS).optional(),
  }),
  reply: replyOf(
    z.object({
      added: z.int(),
      changed: z.int(),
      refused: z.array(z.object({ personId: z.string(), why: z.string() })),
    }),
  ),
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/v1/classes/:classId/members/:personId',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: 'End a membership; the last owner stays',
  params: z.object({ classId: z.uuid(), personId: RollNumber }),
  reply: replyOf(z.object({ personId: z.string() })),
});
