import type { ExportFormat } from '@vlabs/contract/questions/question-files';
import { writeAiken } from './formats/aiken.ts';
import { writeGift } from './formats/gift.ts';
import { writeMoodleXml } from './formats/moodle-xml.ts';
import { conflict } from '../platform/errors.ts';
import { findNotHeld, sayNotHeld } from './formats/held-answers.ts';
import type { PlainKind, PlainQuestion } from './reading/plain-question.ts';
import { writeCsv } from './formats/csv-file.ts';
import { writeQti } from './formats/qti/qti-file.ts';
import { writeQti12 } from './formats/qti/qti12-items.ts';
import { type WrittenQuestion, toWritten } from './formats/written-answers.ts';

interface WrittenFile {
  contents: Uint8Array | string;
  contentType: string;
  /** The file extension, with the dot. */
  ending: string;
}

/** Writes a file that reads back as the same questions. Refuses questions that the format cannot hold. */
export function writeQuestionFile(
  written: readonly (PlainQuestion | PlainKind)[],
  format: ExportFormat,
): WrittenFile {
  const questions = written.map((question, index) =>
    requireHeld(toWritten(question), { number: index + 1, format }),
  );
  return writers[format](questions);
}

const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const CSV = 'text/csv; charset=utf-8';
const ZIP = 'application/zip';

const writer =
  (
    write: (questions: readonly WrittenQuestion[]) => WrittenFile['contents'],
    contentType: string,
    ending: string,
  ) =>
  (questions: readonly WrittenQuestion[]): WrittenFile => ({
    contents: write(questions),
    contentType,
    ending,
  });

const writers: Record<ExportFormat, (questions: readonly WrittenQuestion[]) => WrittenFile> = {
  gift: writer(writeGift, TEXT, '.gift.txt'),
  'moodle-xml': writer(writeMoodleXml, XML, '.xml'),
  qti12: writer(writeQti12, ZIP, '.qti12.zip'),
  qti21: writer((questions) => writeQti(questions, 'qti21'), ZIP, '.qti21.zip'),
  qti3: writer((questions) => writeQti(questions, 'qti3'), ZIP, '.qti3.zip'),
  aiken: writer(writeAiken, TEXT, '.aiken.txt'),
  csv: writer(writeCsv, CSV, '.csv'),
};

function requireHeld(
  written: WrittenQuestion | string,
  at: { number: number; format: ExportFormat },
): WrittenQuestion {
  const message =
    typeof written === 'string'
      ? sayNotHeld(`it holds no question of the kind “${written}”`, at)
      : findNotHeld(written.answers, at);
  if (message !== null) throw conflict('other_kind', message);
  if (typeof written === 'string') throw new Error(`No file has ${written}.`);
  return written;
}
