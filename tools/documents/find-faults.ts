import { dirname, join, normalize } from 'node:path';

export interface Document {
  /** Relative to the root, with slashes. */
  path: string;
  text: string;
}

export interface Repository {
  /** Every file and folder, relative to the root. */
  paths: ReadonlySet<string>;
  /** The names of the scripts in package.json. */
  scripts: ReadonlySet<string>;
}

export const MAX_WORDS = 2000;
const MAX_LINE = 120;
/** Records of decisions name files as they were at the time. */
const RECORD = /^docs\/decisions\/\d/;
const LINK = /\]\((?<target>[^)\s]+)\)/g;
const CODE = /`(?<code>[^`\n]+)`/g;
const SCRIPT = /\bnpm run (?<name>[\w:-]+)/g;
const SOURCE_FILE =
  /^(?!\.|test-results\/)(?:[\w.@-]+\/)*[\w.@-]+\.(?:tsx?|mjs|cjs|sql|md|yml|yaml|json|css|service)$/;

/**
 * Describes every link, file name and command of a document that does not exist, and every exceeded limit of size.
 */
export function findFaults(
  document: Document,
  repository: Repository,
  documents: ReadonlyMap<string, Document>,
): string[] {
  const faults = [...findLinkFaults(document, repository, documents), ...findSizeFaults(document)];
  if (RECORD.test(document.path)) return faults;
  return [
    ...faults,
    ...findFileFaults(document, repository),
    ...findCommandFaults(document, repository),
  ];
}

function findLinkFaults(
  { path, text }: Document,
  { paths }: Repository,
  documents: ReadonlyMap<string, Document>,
): string[] {
  return [...text.matchAll(LINK)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : normalize(join(dirname(path), file)).replace(/\/$/, '');
    if (!paths.has(found)) return [`the link ${target} leads nowhere`];
    const linked = documents.get(found);
    const isHeading = anchor === undefined || !linked || headingsOf(linked).has(anchor);
    return isHeading ? [] : [`the link ${target} names no heading`];
  });
}

function headingsOf({ text }: Document): Set<string> {
  const headings = text.matchAll(/^#+ (?<heading>[^\n]+)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function findFileFaults({ path, text }: Document, { paths }: Repository): string[] {
  const names = new Set([...paths].map((known) => known.slice(known.lastIndexOf('/') + 1)));
  return [...text.matchAll(CODE)].flatMap(([, code = '']) => {
    if (!SOURCE_FILE.test(code)) return [];
    const isKnown = code.includes('/')
      ? paths.has(code) || [...paths].some((known) => known.endsWith(`/${code}`))
      : names.has(code) || paths.has(join(dirname(path), code));
    return isKnown ? [] : [`there is no file ${code}`];
  });
}

function findCommandFaults({ text }: Document, { scripts }: Repository): string[] {
  return [...text.matchAll(SCRIPT)].flatMap(([, name = '']) =>
    scripts.has(name) ? [] : [`there is no command npm run ${name}`],
  );
}

function findSizeFaults({ text }: Document): string[] {
  const words = countWords(text);
  const faults = words > MAX_WORDS ? [`${words} words, at most ${MAX_WORDS}`] : [];
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) isCode = !isCode;
    const isFree = isCode || /^[|<]/.test(line) || /https?:|\]\(/.test(line);
    if (!isFree && line.length > MAX_LINE) {
      faults.push(`line ${index + 1} has ${line.length} columns`);
    }
  }
  return faults;
}

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;
