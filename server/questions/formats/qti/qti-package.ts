import type { ImportFormat } from '@vlabs/contract/questions/question-files';
import { brokenPackage } from '../../reading/file-refusals.ts';
import { decodeText } from '../../texts/file-text.ts';
import { type Found, shorten } from '../../reading/plain-question.ts';
import { topicOf } from './qti-declaration.ts';
import { readQtiItem } from './qti-item.ts';
import { listLostOfTest, weigh } from './qti-test.ts';
import { listBanks, readQti12 } from './qti12.ts';
import { type XmlElement, descendantsOf, parseXml } from '../../texts/xml-tree.ts';

interface PackageFile {
  path: string;
  /** A damaged file is listed as not imported. */
  root: XmlElement | null;
}

interface Package {
  format: ImportFormat;
  found: Found[];
}

/** The items of a QTI package in the order of its test, or of its file names. */
export function readQtiPackage(files: ReadonlyMap<string, Uint8Array>): Package {
  const documents = [...files]
    .filter(([path]) => /\.(?:xml|qti)$/i.test(path) && !path.startsWith('__MACOSX/'))
    .filter(([path]) => !isWrittenTwice(path, files))
    .map(([path, bytes]) => readDocument(path, bytes));
  const named = (name: string) => documents.filter(({ root }) => root?.name === name);
  const assessments = named('questestinterop');
  const items = named('assessmentitem');
  const broken: Found[] = documents
    .filter(({ root }) => root === null)
    .map(({ path }) => ({
      title: '',
      item: `File ${shorten(path)}`,
      reason: 'Its XML is damaged.',
    }));
  if (assessments.length > 0) {
    const roots = assessments.flatMap(({ root }) => (root ? [root] : []));
    const banks = new Set(roots.flatMap(listBanks));
    const found = roots.flatMap((root) => readQti12(root, banks));
    const others = items.flatMap(({ root }) => (root ? [readQtiItem(root, null)] : []));
    return { format: 'qti12', found: [...found, ...others, ...broken] };
  }
  if (items.length === 0 && broken.length === 0) {
    throw brokenPackage('This package contains no QTI questions.');
  }
  const [test] = named('assessmenttest');
  const topic = topicOf(test?.root);
  const found = inOrder(items, test).flatMap(({ root, reference }): Found[] => {
    if (!root) return [];
    const read = readQtiItem(root, topic);
    return 'reason' in read ? [read] : [{ ...read, points: weigh(read.points ?? '', reference) }];
  });
  const format = isVersion3(files, items[0]?.path) ? 'qti3' : 'qti21';
  const lost = named('assessmenttest').flatMap(({ root }) => (root ? listLostOfTest(root) : []));
  return { format, found: [...found, ...lost, ...broken] };
}

/** Canvas exports a quiz for others as `x/assessment_qti.xml`, and in full as `…/x.xml.qti`. */
function isWrittenTwice(path: string, files: ReadonlyMap<string, Uint8Array>): boolean {
  const id = /(?:^|\/)([^/]+)\/assessment_qti\.xml$/.exec(path)?.[1];
  return id !== undefined && files.has(`non_cc_assessments/${id}.xml.qti`);
}

function readDocument(path: string, bytes: Uint8Array): PackageFile {
  try {
    return { path, root: parseXml(decodeText(bytes)) };
  } catch {
    return { path, root: null };
  }
}

/** The items, those of the test first and with their references in it. */
function inOrder(items: readonly PackageFile[], test: PackageFile | undefined) {
  const references = test?.root ? descendantsOf(test.root, 'assessmentitemref') : [];
  const folder = test?.path.slice(0, test.path.lastIndexOf('/') + 1) ?? '';
  const places = new Map(
    references.map((each, place) => [
      resolvePath(folder, each.attributes.get('href') ?? ''),
      place,
    ]),
  );
  return items
    .map((item) => {
      const place = places.get(item.path) ?? places.size;
      return { ...item, place, reference: references[place] };
    })
    .toSorted(
      (one, other) =>
        one.place - other.place || one.path.localeCompare(other.path, 'en', { numeric: true }),
    );
}

function resolvePath(folder: string, href: string): string {
  const names: string[] = [];
  for (const name of `${folder}${href}`.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

function isVersion3(files: ReadonlyMap<string, Uint8Array>, path: string | undefined): boolean {
  const bytes = path === undefined ? undefined : files.get(path);
  return bytes !== undefined && isVersion3Text(decodeText(bytes));
}

export const isVersion3Text = (text: string): boolean =>
  /<(?:\w+:)?qti-assessment-item\b/.test(text);
