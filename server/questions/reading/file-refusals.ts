import type { RefusalCode } from '@vlabs/contract/http/refusal-codes';
import { PublicError } from '../../platform/errors.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** More than a course has; larger files must be split. */
export const MAX_ITEMS = 1000;

const refuse = (code: RefusalCode, message: string) => new PublicError(400, code, message);

export const emptyFile = () => refuse('empty_file', 'The file is empty. Choose another.');

export const tooMuchWork = () =>
  refuse('too_much_work', 'The file takes too long to read. Split it and import each part.');

export const tooLargeFile = () =>
  new PublicError(
    413,
    'too_large',
    'The file is larger than 10 MB. Split it and import each part.',
  );

export const notText = () =>
  refuse('not_text', 'This file contains no readable text. Choose a question file.');

export const brokenXml = (where: string) =>
  refuse('broken_file', `The XML of this file is damaged${where}. Export it again.`);

export const refusedEntities = () =>
  refuse(
    'entities',
    'This XML has a document type or entities, which aren’t supported. Export it without them.',
  );

export const brokenPackage = (what: string) =>
  refuse('broken_package', `${what} Export it again and import that.`);

export const otherFile = (what: string, target: string) =>
  refuse('other_file', `This is ${what}. Save it as ${target} and import that.`);

export const noQuestions = (what: string) =>
  refuse(
    'no_questions',
    `No questions found in this file as ${what}. Check its content, or choose its format.`,
  );

export const unknownFormat = () =>
  refuse(
    'unknown_format',
    'The format of this file isn’t recognised. Use Aiken, GIFT, Moodle XML, QTI, CSV, Word or text.',
  );

export const wrongFormat = (name: string) =>
  refuse(
    'wrong_format',
    `This file isn’t ${name}. Choose another file, or let the format be detected.`,
  );

export const tooManyItems = () =>
  refuse(
    'too_many_items',
    `A file has at most ${MAX_ITEMS} questions. Split it and import each part.`,
  );

/** An export is refused if importing it would give different questions. */
export const cannotBeWritten = (message: string) => new PublicError(409, 'cannot_hold', message);
