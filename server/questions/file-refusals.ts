import type { RefusalCode } from '@vlabs/contract/refusal-codes';
import { PublicError } from '../platform/errors.ts';

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
  refuse('not_text', 'This file holds no text that can be read. Choose a file of questions.');

export const brokenXml = (where: string) =>
  refuse('broken_file', `The XML of this file is broken${where}. Export it again and import that.`);

export const refusedEntities = () =>
  refuse(
    'entities',
    'This XML declares a document type or entities, which are not read. Export it without them.',
  );

export const brokenPackage = (what: string) =>
  refuse('broken_package', `${what} Export it again and import that.`);

export const otherFile = (what: string, target: string) =>
  refuse('other_file', `This is ${what}. Save it as ${target} and import that.`);

export const noQuestions = (what: string) =>
  refuse(
    'no_questions',
    `No question is found in this file as ${what}. Check that it holds questions, or name its format.`,
  );

export const unknownFormat = () =>
  refuse(
    'unknown_format',
    'The format of this file is not known. Choose Aiken, GIFT, Moodle XML, QTI, CSV, Word or text.',
  );

export const wrongFormat = (name: string) =>
  refuse(
    'wrong_format',
    `This file is not ${name}. Leave the format open, or choose another file.`,
  );

export const tooManyItems = () =>
  refuse(
    'too_many_items',
    `A file has at most ${MAX_ITEMS} questions. Split it and import each part.`,
  );

/** An export is refused if importing it would give different questions. */
export const cannotBeWritten = (message: string) => new PublicError(409, 'cannot_hold', message);
