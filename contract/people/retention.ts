import { z } from 'zod';
import { endpoint, replyOf } from '../endpoint.ts';
import { RollNumber } from './auth.ts';

/** What is erased by rule, each after a period that the campus says. */
export const RetentionRule = z.enum(['runs', 'programs', 'work', 'people', 'log']);
export type RetentionRule = z.infer<typeof RetentionRule>;

/** By law, personal data and logs are kept for a year at least: rule 8(3) of the DPDP Rules, 2025. */
export const MIN_RETENTION_MONTHS = 12;
const MAX_RETENTION_MONTHS = 600;
/** Between what is said and the first row that goes by it, and between the notice to a person and their erasure. */
export const ERASURE_NOTICE_HOURS = 48;
/** Rows are counted up to here. */
export const COUNTED_ROWS = 10_000;
export const LISTED_PEOPLE = 100;

const moment = z.iso.datetime();

const ErasurePass = z.object({
  beganAt: moment,
  finishedAt: moment.nullable(),
  /** What was erased, by what it is called. */
  counts: z.record(z.string(), z.int()),
});
export type ErasurePass = z.infer<typeof ErasurePass>;

const RuleState = z.object({
  rule: RetentionRule,
  /** Null: kept. */
  months: z.int().nullable(),
  /** Nothing goes by the period before. */
  fromAt: moment.nullable(),
});
export type RuleState = z.infer<typeof RuleState>;

const Announced = z.object({
  personId: z.string(),
  name: z.string(),
  dueAt: moment,
  /** It is under way, and there is no way back. */
  hasBegun: z.boolean(),
  /** Who asked for it; null: the rule. */
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
  /** How long the server keeps runs while their rule is off. */
  serverRunDays: z.int(),
  /** The newest; null: there was none yet. */
  pass: ErasurePass.nullable(),
  /** The first of those who will be erased, the next first, and how many there are. */
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
  summary:
    'How long what is kept, what was erased last, who will be erased, and of whom nothing is',
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
  /** Null: kept. */
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
  summary: 'Nothing of a person is erased from now on',
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
  summary: 'The rules hold again for a person of whom nothing was erased',
  params: ofPerson,
  reply: replyOf(z.null()),
});

const PersonPreview = z.object({
  personId: z.string(),
  name: z.string(),
  /** Since when they have left; null: they have not, as far as can be told. */
  leftSince: moment.nullable(),
  /** Why they cannot be erased now; empty: they can. */
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
  summary: 'What is kept of a person, and whether they can be erased',
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
    /** The roll number once more, as it was typed. */
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
  summary: 'A person who was to be erased is not, while it has not begun',
  params: ofPerson,
  reply: replyOf(z.null()),
});
