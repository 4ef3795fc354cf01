import type { ExportFormat } from '@vlabs/contract/quizzes/question-files';
import { writeAiken } from './formats/aiken.ts';
import { writeGift } from './formats/gift.ts';
import { writeMoodleXml } from './formats/moodle-xml.ts';
import { type PlainQuestion, tidy } from './plain-question.ts';
import { writeQti3 } from './formats/qti3.ts';

interface WrittenFile {
  contents: Uint8Array | string;
  contentType: string;
  /** The file extension, with the dot. */
  ending: string;
}

/** Writes a file that reads back as the same questions. */
export function writeQuestionFile(
  written: readonly PlainQuestion[],
  format: ExportFormat,
): WrittenFile {
  const questions = written.map((question) => ({
    ...question,
    title: tidy(question.title),
    options: question.options.map(tidy),
  }));
  const text = 'text/plain; charset=utf-8';
  if (format === 'aiken') {
    return { contents: writeAiken(questions), contentType: text, ending: '.aiken.txt' };
  }
  if (format === 'gift') {
    return { contents: writeGift(questions), contentType: text, ending: '.gift.txt' };
  }
  if (format === 'moodle-xml') {
    const contentType = 'application/xml; charset=utf-8';
    return { contents: writeMoodleXml(questions), contentType, ending: '.xml' };
  }
  return { contents: writeQti3(questions), contentType: 'application/zip', ending: '.qti3.zip' };
}
