import { z } from 'zod';
import { canonicalLine } from '../text/canonical.ts';

/** Limits of a sheet; larger classes are refused. */
export const MAX_SHEET_STUDENTS = 2000;
export const MAX_SHEET_WORKS = 100;
export const MAX_GROUPS = 12;

export const WorkKind = z.enum(['quiz', 'assignment']);
export type WorkKind = z.infer<typeof WorkKind>;

const atMostTwoDecimals = (value: number) => /^\d+(\.\d{1,2})?$/.test(String(value));
const Count = z
  .int('Type a whole number.')
  .min(1, 'Type 1 or more.')
  .max(MAX_SHEET_WORKS, `Type at most ${MAX_SHEET_WORKS}.`);

/** Which works of a group count: all, the best so many, or all but the lowest so many. */
export const CountingRule = z.discriminatedUnion('which', [
  z.object({ which: z.literal('all') }),
  z.object({ which: z.literal('best'), count: Count }),
  z.object({ which: z.literal('but_lowest'), count: Count }),
]);
export type CountingRule = z.infer<typeof CountingRule>;

const line = (what: string, max: number) =>
  z
    .string(`Type the ${what}.`)
    .overwrite(canonicalLine)
    .trim()
    .min(1, `Type the ${what}.`)
    .max(max, `A ${what} has at most ${max} characters.`);

const works = z.array(z.uuid().toLowerCase()).max(2 * MAX_SHEET_WORKS);

/** Works that share a weight in the total. */
export const Group = z.object({
  name: line('name of the group', 60),
  /** Points of the total. */
  weight: z
    .number('Type the weight.')
    .gt(0, 'A weight is more than 0.')
    .max(1000, 'A weight is at most 1000.')
    .refine(atMostTwoDecimals, 'A weight has at most two decimals.'),
  rule: CountingRule,
  /** Works of these kinds that are placed nowhere else belong to it, also those that are published later. */
  takes: z.array(WorkKind).max(2),
  works,
});
export type Group = z.infer<typeof Group>;

/** The columns that an export can have. `works` and `groups` stand for one column each. */
export const FormField = z.enum([
  'serial',
  'roll_number',
  'name',
  'section',
  'email',
  'works',
  'groups',
  'total',
  'percent',
  'words',
  'remark',
]);
export type FormField = z.infer<typeof FormField>;

/** The export as the registrar's form needs it. */
export const MarksForm = z.object({
  columns: z
    .array(
      z.object({
        field: FormField,
        /** Not used for `works` and `groups`, which have their own names. */
        header: z
          .string()
          .overwrite(canonicalLine)
          .trim()
          .max(60, 'A heading has at most 60 characters.'),
      }),
    )
    .min(1, 'Choose at least one column.')
    .max(FormField.options.length)
    .refine(
      (columns) => new Set(columns.map(({ field }) => field)).size === columns.length,
      'Each column occurs once.',
    ),
  /** Written for a student who was absent. */
  absent: line('word for absent', 20),
  /** For the remarks Pass and Fail; null for none. */
  passPercent: z
    .number('Type a percentage.')
    .min(0, 'Type 0 to 100.')
    .max(100, 'Type 0 to 100.')
    .refine(atMostTwoDecimals, 'A percentage has at most two decimals.')
    .nullable(),
});
export type MarksForm = z.infer<typeof MarksForm>;

const isOnceEach = (values: readonly string[]) => new Set(values).size === values.length;

/** How the works of a class make a total, and which columns an export has. */
export const Arrangement = z.object({
  groups: z
    .array(Group)
    .max(MAX_GROUPS, `A sheet has at most ${MAX_GROUPS} groups.`)
    .refine(
      (groups) => isOnceEach(groups.map(({ name }) => name.toLowerCase())),
      'Two groups have the same name.',
    )
    .refine(
      (groups) => isOnceEach(groups.flatMap((group) => group.takes)),
      'Only one group takes the other tests, and one the other assignments.',
    )
    .refine(
      (groups) => isOnceEach(groups.flatMap((group) => group.works)),
      'A test or assignment belongs to one group only.',
    ),
  /** Works that count in no group, whatever the groups take. */
  outside: works,
  /** Of marks and totals, on the page and in exports. */
  decimals: z.int().min(0).max(2),
  form: MarksForm,
});
export type Arrangement = z.infer<typeof Arrangement>;

/** What decides totals. */
export const TotalRules = Arrangement.omit({ form: true });
export type TotalRules = z.infer<typeof TotalRules>;

export const usualHeaders: Record<FormField, string> = {
  serial: 'S. No.',
  roll_number: 'Roll No.',
  name: 'Name',
  section: 'Section',
  email: 'Email',
  works: '',
  groups: '',
  total: 'Total',
  percent: 'Percentage',
  words: 'Total in words',
  remark: 'Remarks',
};

const usualFields: readonly FormField[] = [
  'serial',
  'roll_number',
  'name',
  'section',
  'works',
  'groups',
  'total',
  'remark',
];

/** Of a class whose sheet nobody has arranged: every work is shown, and nothing counts. */
export const UNARRANGED: Arrangement = {
  groups: [],
  outside: [],
  decimals: 2,
  form: {
    columns: usualFields.map((field) => ({ field, header: usualHeaders[field] })),
    absent: 'AB',
    passPercent: null,
  },
};
