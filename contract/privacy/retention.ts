import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { RollNumber } from '../auth/auth.ts';

/** What retention rules erase, each after a period set by the campus. */
export const RetentionRule = z.enum(['runs', 'programs', 'work', 'archives', 'people', 'log']);
export type RetentionRule = z.infer<typeof RetentionRule>;

/** The law requires personal data and logs to be kept for at least a year: rule 8(3) of the DPDP Rules, 2025. */
export const MIN_RETENTION_MONTHS = 12;
const MAX_RETENTION_MONTHS = 600;
/** The time from a change of a rule to its first erasure, and from the notice to a person to their erasure. */
export const ERASURE_NOTICE_HOURS = 48;
/** Counts stop here. */
export const COUNTED_ROWS = 10_000;
export const LISTED_PEOPLE = 100;

const moment = z.iso.datetime();

const ErasurePass = z.object({
  beganAt: moment,
  finishedAt: moment.nullable(),
  /** What was erased, by name. */
  counts: z.record(z.string(), z.int()),
});
export type ErasurePass = z.infer<typeof ErasurePass>;

const RuleState = z.object({
  rule: RetentionRule,
  /** Null keeps everything. */
  months: z.int().nullable(),
  /** Until then, nothing is erased by the period. */
  fromAt: moment.nullable(),
});
export type RuleState = z.infer<typeof RuleState>;

const Announced = z.object({
  personId: z.string(),
  name: z.string(),
  dueAt: moment,
  /** It has started and cannot be stopped. */
  hasBegun: z.boolean(),
  /** Who requested it; null for a rule. */
  askedBy: z.string().nullable(),
});
export type Announced = z.infer<typeof Announced>;

const Hold = z.object({
  personId: z.string(),
  name: z.string(),
  reason: z.string(),
  setBy: z.string(),
  setAt: moment,
});
export type Hold = z.infer<typeof Hold>;

const DataProtection = z.object({
  rules: z.array(RuleState),
  /** How long the server keeps runs if their rule is off. */
  serverRunDays: z.int(),
  /** The last pass, or null. */
  pass: ErasurePass.nullable(),
  /** The people to be erased next, and how many there are. */
  announced: z.array(Announced),
  announcedTotal: z.int(),
  holds: z.array(Hold),
  holdsTotal: z.int(),
});
export type DataProtection = z.infer<typeof DataProtection>;

const campus = { access: ['admin'], right: 'campus' } as const;

export const getDataProtection = endpoint({
  method: 'GET',
  path: '/api/v1/data-protection',
  ...campus,
  summary: 'Get retention periods, the last erasure, who will be erased, and who is on hold',
  reply: replyOf(DataProtection),
});

const period = z
  .int('Give the period in whole months.')
  .min(MIN_RETENTION_MONTHS, 'By law it is kept for at least one year: give 12 months or more.')
  .max(MAX_RETENTION_MONTHS, `Give at most ${MAX_RETENTION_MONTHS} months.`);

const ofRule = z.object({ rule: RetentionRule });

export const setRetention = endpoint({
  method: 'PUT',
  path: '/api/v1/data-protection/rules/:rule',
  ...campus,
  audit: 'kept',
  summary: `Say after how many months what is erased, or that it is kept; holds after ${ERASURE_NOTICE_HOURS} hours`,
  params: ofRule,
  /** Null keeps everything. */
  body: z.object({ months: period.nullable() }),
  reply: replyOf(RuleState),
});

export const previewRetention = endpoint({
  method: 'GET',
  path: '/api/v1/data-protection/rules/:rule/preview',
  ...campus,
  load: 'heavy',
  summary: `What would be erased at this moment by such a period, counted up to ${COUNTED_ROWS}`,
  params: ofRule,
  query: z.object({ months: z.coerce.number().pipe(period) }),
  reply: replyOf(z.object({ rows: z.int() })),
});

const ofPerson = z.object({ personId: RollNumber });

export const setHold = endpoint({
  method: 'PUT',
  path: '/api/v1/data-protection/holds/:personId',
  ...campus,
  audit: 'kept',
  summary: 'Put a person on hold, which prevents all erasure of their data',
  params: ofPerson,
  body: z.object({
    reason: z.string().trim().min(1, 'Say why.').max(500, 'Say it in at most 500 letters.'),
  }),
  reply: replyOf(Hold),
});

export const liftHold = endpoint({
  method: 'DELETE',
  path: '/api/v1/data-protection/holds/:personId',
  ...campus,
  audit: 'kept',
  summary: 'Lift the hold of a person',
  params: ofPerson,
  reply: replyOf(z.null()),
});

const PersonPreview = z.object({
  personId: z.string(),
  name: z.string(),
  /** When they left; null if they seem to be still here. */
  leftSince: moment.nullable(),
  /** Why they cannot be erased now; empty if they can. */
  refusal: z.string(),
  attempts: z.int(),
  handIns: z.int(),
  programs: z.int(),
  memberships: z.int(),
});
export type PersonPreview = z.infer<typeof PersonPreview>;

export const previewErasure = endpoint({
  method: 'GET',
  path: '/api/v1/data-protection/people/:personId',
  ...campus,
  summary: 'Get what is stored about a person, and whether they can be erased',
  params: ofPerson,
  reply: replyOf(PersonPreview),
});

export const erasePerson = endpoint({
  method: 'POST',
  path: '/api/v1/data-protection/people/:personId/erasure',
  ...campus,
  audit: 'kept',
  summary: `Have a person erased after ${ERASURE_NOTICE_HOURS} hours; a student is told so at once`,
  params: ofPerson,
  body: z.object({
    /** The roll number again, as a confirmation. */
    confirmation: z.string().max(64),
  }),
  reply: replyOf(Announced),
  status: 201,
});

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/api/v1/data-protection/people/:personId/erasure',
  ...campus,
  audit: 'kept',
  summary: 'Cancel the erasure of a person before it starts',
  params: ofPerson,
  reply: replyOf(z.null()),
});
