import { csvText } from '@vlabs/contract/text/csv-text';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import type { ArchiveEntry } from './entries.ts';

const ArchivedAttempt = z.object({
  /** As in paths. */
  number: z.string(),
  state: z.enum(['judged', 'not judged']),
  score: z.number().nullable(),
  totalScore: z.number(),
  startedAt: z.string(),
  deadlineAt: z.string(),
  submittedAt: z.string(),
  submittedBy: z.string(),
  receiptSha256: z.string(),
  /** By the teacher's number of the question; null for a program that is not judged. */
  marks: z.record(z.string(), z.number().nullable()),
});
export type ArchivedAttempt = z.infer<typeof ArchivedAttempt>;

const ArchivedPerson = z.object({
  reference: z.string(),
  rollNumber: z.string(),
  name: z.string(),
});

/** Everything of an archive that concerns more than one attempt. Only `people` names anybody. */
export const Tables = z.object({
  format: z.literal(1),
  test: z.record(z.string(), z.unknown()),
  people: z.array(ArchivedPerson),
  attempts: z.array(ArchivedAttempt),
  extensions: z.array(z.unknown()),
  announcements: z.array(z.unknown()),
  corrections: z.array(z.unknown()),
  /** Steps of timelines that were neither the student's nor the server's. */
  acts: z.array(z.unknown()),
});
export type Tables = z.infer<typeof Tables>;

/** The table of results follows from `all.json`. */
export const writeTables = (tables: Tables): ArchiveEntry[] => [
  { name: 'all.json', content: canonicalJson(tables) },
  { name: 'results.csv', content: writeResults(tables) },
];

const HEAD = [
  'Number',
  'Roll no',
  'Name',
  'State',
  'Score',
  'Total',
  'Started',
  'Submitted',
  'Submitted by',
  'Receipt',
];

function writeResults({ people, attempts }: Tables): string {
  const personOf = new Map(people.map((person) => [person.reference, person]));
  const questions = [...new Set(attempts.flatMap(({ marks }) => Object.keys(marks)))].toSorted(
    (one, other) => Number(one) - Number(other),
  );
  const lines = attempts.map((attempt) => [
    attempt.number,
    personOf.get(attempt.number)?.rollNumber ?? '',
    personOf.get(attempt.number)?.name ?? '',
    attempt.state,
    attempt.score ?? '',
    attempt.totalScore,
    attempt.startedAt,
    attempt.submittedAt,
    attempt.submittedBy,
    attempt.receiptSha256,
    ...questions.map((question) => attempt.marks[question] ?? ''),
  ]);
  return csvText([[...HEAD, ...questions.map((question) => `Question ${question}`)], ...lines]);
}
