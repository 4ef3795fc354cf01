import type { ArchiveReason, ChangedAttempt } from '@vlabs/contract/archives/archives';

/** An archive that a later one replaces. */
export interface EarlierArchive {
  number: number;
  reason: ArchiveReason;
  manifestSha256: string;
  zipSha256: string;
  contentSha256: string;
}

interface Described {
  number: number;
  reason: ArchiveReason;
  quiz: { uniqueId: string; topic: string };
  attempts: number;
  /** Everything that changed until then is in it. */
  asOf: Date;
  changed: readonly ChangedAttempt[];
  /** Oldest first. */
  earlier: readonly EarlierArchive[];
}

const REASONS: Record<ArchiveReason, string> = {
  sealed: 'the test was over and judged',
  corrected: 'an answer key was corrected',
  reopened: 'an attempt was reopened',
  judged_again: 'programs were judged again',
  marked: 'points were given by hand',
  erased: 'the personal data of a person was erased',
};

/** The text for people who open an archive. It has no time of its own, so equal archives are equal byte for byte. */
export function writeReadme(archive: Described): string {
  const { number, reason, quiz, attempts, asOf, earlier } = archive;
  return `SEALED ARCHIVE ${number} OF A TEST

Test: ${quiz.topic === '' ? 'without a topic' : quiz.topic} (${quiz.uniqueId})
Attempts: ${attempts}
Made because ${REASONS[reason]}. It has everything that changed until ${asOf.toISOString()}.

HOW TO VERIFY IT

Unpack the archive, open a terminal in its folder, and run

  sha256sum -c manifest.sha256

Every line must end in "OK". Then run

  sha256sum manifest.sha256

and compare the result with the hash that the test's page shows, or that the exam cell filed. If both are equal, no
file was changed, added to the list or removed from it since the archive was sealed.

The result of

  sha256sum attempts/0001/answers.json

is the receipt that the student of attempt 0001 got when they submitted.

WHAT IS IN IT

results.csv               a table of all attempts, for spreadsheets
all.json                  the same, with who has which number, extra time, corrections, and who changed an attempt
questions.json            the questions with keys and variants
attempts/0001/
  answers.json            the answers, exactly as the receipt has them
  question-07.c           a submitted program; its sha256sum is in answers.json
  attempt.pdf             the attempt to read and print; it shows what the other files have
  attempt.json            the questions as the student saw them, with keys, answers, marks and judgements
  timeline.json           what happened when, and from where
manifest.sha256           the hash of every file

Times are in UTC. An attempt keeps its number in later archives of the test.
${changesOf(archive)}${chainOf(earlier)}`;
}

function changesOf({ number, changed }: Described): string {
  if (number === 1) return '';
  const lines = changed.map(
    ({ number: attempt, reasons }) =>
      `  ${attempt}  ${reasons.map((reason) => REASONS[reason]).join(', ')}`,
  );
  const listed = lines.length === 0 ? '  none' : lines.join('\n');
  return `\nATTEMPTS THAT DIFFER FROM ARCHIVE ${number - 1}\n\n${listed}\n`;
}

function chainOf(earlier: readonly EarlierArchive[]): string {
  if (earlier.length === 0) return '';
  const parts = earlier.map(
    (one) => `Archive ${one.number}, made because ${REASONS[one.reason]}
  manifest.sha256  ${one.manifestSha256}
  ZIP file         ${one.zipSha256}
  content          ${one.contentSha256}
`,
  );
  return `\nEARLIER ARCHIVES AND THEIR SHA-256\n\n${parts.join('\n')}`;
}
