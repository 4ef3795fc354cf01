import { FORMAT_NAMES, type ImportFormat } from '@vlabs/contract/questions/question-files';
import { isAiken, readAiken } from './formats/aiken.ts';
import { isArchive, readArchive } from './texts/archive.ts';
import { isCsv, isTable, readCsv } from './formats/csv-questions.ts';
import {
  MAX_ITEMS,
  noQuestions,
  otherFile,
  tooManyItems,
  unknownFormat,
  wrongFormat,
} from './reading/file-refusals.ts';
import { readFileText } from './texts/file-text.ts';
import { beginsAsGift, isGift, readGift } from './formats/gift.ts';
import { readMoodleXml } from './formats/moodle-xml.ts';
import { readNumberedText } from './formats/numbered-text.ts';
import { type Found, type Reading, judgeAll } from './reading/plain-question.ts';
import { readQtiItem } from './formats/qti/qti-item.ts';
import { isVersion3Text, readQtiPackage } from './formats/qti/qti-package.ts';
import { readQti12 } from './formats/qti/qti12.ts';
import { isWordDocument, readWordLines } from './formats/word-document.ts';
import { parseXml } from './texts/xml-tree.ts';

const BEGINS_AS_XML =
  /^\s*<(?:\?xml\s|!DOCTYPE\s|!--|(?:\w+:)?(?:quiz|questestinterop|assessmentItem|qti-assessment-item)[\s>])/;

const MAX_LISTED = 5000;

interface Read {
  format: ImportFormat;
  found: Found[];
  notes?: Reading['notRead'];
}

type TextFormat = 'aiken' | 'gift' | 'csv' | 'text';
const TEXT_FORMATS: readonly ImportFormat[] = ['aiken', 'gift', 'csv', 'text'];

/** Parses the questions of a file; detects the format unless it is given. */
export function readQuestionFile(
  bytes: Uint8Array,
  wanted: ImportFormat | null = null,
): Reading & { format: ImportFormat } {
  const { format, found, notes = [] } = readAny(bytes, wanted);
  if (wanted !== null && wanted !== format) throw wrongFormat(FORMAT_NAMES[wanted]);
  if (found.length > MAX_ITEMS) throw tooManyItems();
  if (found.length === 0) throw noQuestions(FORMAT_NAMES[format]);
  const { questions, notRead } = judgeAll(found);
  return { format, questions, notRead: keepFirst([...notes, ...notRead]) };
}

/** A file can have as many parts that are not imported as it has bytes. */
function keepFirst(notRead: Reading['notRead']): Reading['notRead'] {
  const more = notRead.length - MAX_LISTED;
  if (more <= 0) return notRead;
  const reason = `The other parts that were not imported are not listed: ${more}.`;
  return [...notRead.slice(0, MAX_LISTED), { item: 'The file', reason }];
}

function readAny(bytes: Uint8Array, wanted: ImportFormat | null): Read {
  if (isArchive(bytes)) {
    const files = readArchive(bytes);
    return readPackage(files, wanted);
  }
  const text = readFileText(bytes);
  if (wanted !== null && isTextFormat(wanted)) return readText(text, wanted);
  if (isXml(text)) return readXml(text);
  return readText(text, findTextFormat(text));
}

function readPackage(files: ReadonlyMap<string, Uint8Array>, wanted: ImportFormat | null): Read {
  if (isWordDocument(files)) {
    return { format: 'word', found: readNumberedText(readWordLines(files)) };
  }
  const other = OTHER_FILES.find(({ path }) => files.has(path));
  if (other) throw otherFile(other.what, other.target);
  const paths = [...files.keys()].filter((path) => !path.startsWith('__MACOSX/'));
  const texts = paths.filter((path) => /\.(?:txt|gift|csv)$/i.test(path));
  if (texts.length === 0 || texts.length < paths.length) return readQtiPackage(files);
  const read = texts.map((path) => {
    const text = readFileText(files.get(path) ?? new Uint8Array());
    return readText(text, wanted !== null && isTextFormat(wanted) ? wanted : findTextFormat(text));
  });
  return {
    format: read[0]?.format ?? 'text',
    found: read.flatMap(({ found }) => found),
    notes: read.flatMap(({ notes }) => notes ?? []),
  };
}

/** Office files, recognised by a file that only they contain. */
const OTHER_FILES = [
  { path: 'xl/workbook.xml', what: 'an Excel workbook', target: 'CSV' },
  { path: 'ppt/presentation.xml', what: 'a PowerPoint presentation', target: 'text' },
  {
    path: 'META-INF/manifest.xml',
    what: 'an OpenDocument file',
    target: 'a Word document (.docx), or a table as CSV,',
  },
];

/** An Aiken question may mention a declaration, but XML always ends with a closing bracket. */
const isXml = (text: string): boolean =>
  BEGINS_AS_XML.test(text) && (text.trimEnd().endsWith('>') || !isAiken(text));

const isTextFormat = (format: ImportFormat): format is TextFormat => TEXT_FORMATS.includes(format);

function readXml(text: string): Read {
  const root = parseXml(text);
  if (root.name === 'quiz') return { format: 'moodle-xml', found: readMoodleXml(root) };
  if (root.name === 'questestinterop') return { format: 'qti12', found: readQti12(root) };
  if (root.name === 'assessmentitem') {
    const format = isVersion3Text(text) ? 'qti3' : 'qti21';
    return { format, found: [readQtiItem(root, null)] };
  }
  throw unknownFormat();
}

function findTextFormat(text: string): TextFormat {
  if (isAiken(text)) return 'aiken';
  // A topic or title may contain column names.
  if (beginsAsGift(text)) return 'gift';
  if (isCsv(text)) return 'csv';
  if (isGift(text)) return 'gift';
  return isTable(text) && !/^[ \t]*\(?a[.)]/im.test(text) ? 'csv' : 'text';
}

function readText(text: string, format: TextFormat): Read {
  if (format === 'csv') return { format, ...readCsv(text) };
  const readers = { aiken: readAiken, gift: readGift, text: readNumberedText };
  return { format, found: readers[format](text) };
}
