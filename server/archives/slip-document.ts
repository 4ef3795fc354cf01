import { formatKolkataMoment } from '@vlabs/contract/text/kolkata-words';
import type { PrintedDocument } from '../platform/pdf/printed-document.ts';
import type { Quiz } from '../quizzes/quizzes.reads.ts';

interface SealedOne {
  institution: string;
  quiz: Quiz;
  number: number;
  attempts: number;
  sealedAt: Date;
  manifestSha256: string;
  zipSha256: string;
}

/** Groups of eight characters, which a person can compare. */
const inGroups = (sha256: string): string => sha256.match(/.{1,8}/g)?.join(' ') ?? '';

/** The page with the hashes of an archive that an exam cell signs and files. It is not in the archive, whose hash it has. */
export function slipDocument(sealed: SealedOne): PrintedDocument {
  const { institution, quiz, number, attempts, sealedAt, manifestSha256, zipSha256 } = sealed;
  const title = `Archive ${number} of ${quiz.topic}`;
  return {
    title,
    header: { left: institution, right: `${quiz.subjectId} · ${quiz.className}` },
    footer: title,
    hasBindingMargin: true,
    standard: 'archive',
    at: sealedAt,
    blocks: [
      { block: 'heading', level: 1, text: title },
      {
        block: 'fields',
        fields: [
          ['Subject', quiz.subjectId],
          ['Class', quiz.className],
          ['Start', formatKolkataMoment(quiz.startsAt)],
          ['End', formatKolkataMoment(quiz.endsAt)],
          ['Attempts', String(attempts)],
          ['Sealed', formatKolkataMoment(sealedAt)],
        ],
      },
      { block: 'heading', level: 2, text: 'SHA-256 of manifest.sha256' },
      code(inGroups(manifestSha256)),
      { block: 'heading', level: 2, text: 'SHA-256 of the ZIP file' },
      code(inGroups(zipSha256)),
      { block: 'heading', level: 2, text: 'How to verify the archive' },
      code(
        `unzip test-archive-${number}.zip -d archive && cd archive\nsha256sum -c manifest.sha256\nsha256sum manifest.sha256`,
      ),
      {
        block: 'text',
        text: 'Each line of the second command must end in OK. The third must print the hash of the manifest above.',
      },
      { block: 'rest of page' },
      { block: 'fields', fields: [['Date', '_'.repeat(24)]] },
      { block: 'signatures', titles: ['Exam cell', 'Head of the department'] },
    ],
  };
}

const code = (text: string) =>
  ({ block: 'code', text, hasLineNumbers: false, maxLines: 9 }) as const;
