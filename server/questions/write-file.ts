import type { ExportFormat } from '@vlabs/contract/quizzes/question-files';
import { writeAiken } from './formats/aiken.ts';
import { writeGift } from './formats/gift.ts';
import { writeMoodleXml } from './formats/moodle-xml.ts';
import { OptionsBody } from '@vlabs/kinds/options';
import { conflict } from '../platform/errors.ts';
import { findNotHeld } from './formats/held-kinds.ts';
import { type PlainKind, type PlainQuestion, tidy } from './plain-question.ts';
import { writeQti3 } from './formats/qti3.ts';

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
  const questions = written.map(tidyQuestion);
  for (const [index, question] of questions.entries()) {
    const message =
      'kind' in question ? findNotHeld(question, { number: index + 1, format }) : null;
    if (message !== null) throw conflict('other_kind', message);
  }
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

function tidyQuestion(question: PlainQuestion | PlainKind): PlainQuestion | PlainKind {
  const title = tidy(question.title);
  if (!('kind' in question)) return { ...question, title, options: question.options.map(tidy) };
  const body = OptionsBody.safeParse(question.body);
  return body.success
    ? { ...question, title, body: { options: body.data.options.map(tidy) } }
    : { ...question, title };
}
