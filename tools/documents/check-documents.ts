import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, type Repository, countWords, findFaults } from './find-faults.ts';
import { listEndpoints, listSources, regenerate } from './generated-blocks.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAX_ARCHITECTURE_WORDS = 900;
const MAX_GLOSSARY_ROWS = 45;
const MAX_README_LINES = 40;
const isWriting = process.argv.includes('--write');

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const files = listed.split('\n').filter(Boolean);
const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const repository: Repository = {
  paths: new Set([...files, ...files.flatMap(foldersOf)]),
  scripts: new Set(Object.keys(scripts)),
};

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

async function readDocuments(): Promise<Map<string, Document>> {
  const documents = new Map<string, Document>();
  for (const path of files.filter((name) => name.endsWith('.md'))) {
    const text = await readFile(join(ROOT, path), 'utf8').catch(() => null);
    if (text !== null) documents.set(path, { path, text });
  }
  return documents;
}

/** Writes the generated blocks, or reports those that are out of date. */
async function checkBlocks({ path, text }: Document): Promise<string[]> {
  const current = await regenerate(ROOT, text);
  if (current === text) return [];
  if (isWriting) await writeFile(join(ROOT, path), current);
  return isWriting ? [] : ['its tables are out of date; run npm run documents -- --write'];
}

/** Reports files of the contract whose calls are in no document. */
async function checkCoverage(documents: Iterable<Document>): Promise<string[]> {
  const covered = new Set([...documents].flatMap(({ text }) => listSources(text)));
  const sources = files.filter((path) => /^contract\/.*\.ts$/.test(path) && !path.includes('test'));
  const faults = [];
  for (const path of sources.filter((one) => !covered.has(one))) {
    const calls = await listEndpoints(ROOT, path);
    if (calls.length > 0) faults.push(`docs/api.md: no table lists the calls of ${path}`);
  }
  return faults;
}

function checkSizes(documents: ReadonlyMap<string, Document>): string[] {
  const faults = [];
  const words = countWords(documents.get('docs/architecture.md')?.text ?? '');
  if (words > MAX_ARCHITECTURE_WORDS) {
    faults.push(`docs/architecture.md: ${words} words, at most ${MAX_ARCHITECTURE_WORDS}`);
  }
  const glossary = documents.get('docs/glossary.md')?.text ?? '';
  const rows = glossary.split('\n').filter((line) => line.startsWith('| ')).length;
  if (rows > MAX_GLOSSARY_ROWS) {
    faults.push(`docs/glossary.md: ${rows} rows, at most ${MAX_GLOSSARY_ROWS}`);
  }
  const features = new Set(
    files.flatMap((path) => /^(?:server|web)\/[\w-]+(?=\/)/.exec(path)?.[0] ?? []),
  );
  for (const folder of [...features, 'runner', 'contract/kinds']) {
    if (folder === 'web/public') continue;
    const readme = documents.get(`${folder}/README.md`);
    const lines = readme?.text.trimEnd().split('\n').length ?? 0;
    if (!readme) faults.push(`${folder}: has no README.md`);
    if (lines > MAX_README_LINES) faults.push(`${folder}/README.md: ${lines} lines`);
  }
  return faults;
}

const documents = await readDocuments();
const faults = [...(await checkCoverage(documents.values())), ...checkSizes(documents)];
for (const document of documents.values()) {
  const found = [...(await checkBlocks(document)), ...findFaults(document, repository, documents)];
  faults.push(...found.map((fault) => `${document.path}: ${fault}`));
}
for (const fault of faults) console.error(`error ${fault}`);
if (faults.length === 0) console.log('The documents are up to date.');
process.exitCode = faults.length === 0 ? 0 : 1;
