import { KIND_NAMES } from '@vlabs/contract/kinds/kinds';

/** A source file of the product; its path is relative to the root. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A violation of a house rule that import rules cannot express. */
export interface Breach {
  rule: string;
  path: string;
  line: number;
  /** The table or name, if the line may contain several. */
  table?: string;
}

/** Contains the migrations, which create all tables. */
export const MIGRATIONS = 'database/migrations';

/** Finds violations of the rules about SQL, tables, the environment, requests, and time in tests. */
export function findBreaches(files: SourceFile[]): Breach[] {
  const plain = files.map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const sources = plain.filter(({ path }) => !isMigration(path) && !isTest(path));
  const readmes = files.filter(({ path }) => path.endsWith('/README.md'));
  const schema = files
    .filter(({ path }) => isMigration(path))
    .map(({ text }) => text)
    .join('\n');
  return [
    ...sources.filter(({ path }) => !mayHoldSql(path)).flatMap(findSql),
    ...sources.filter(({ path }) => !mayReadEnvironment(path)).flatMap(findEnvironment),
    ...sources.filter(({ path }) => !mayConnect(path)).flatMap(findConnections),
    ...sources.filter(({ path }) => !mayReadRawRequest(path)).flatMap(findRawRequestReads),
    ...sources
      .filter(({ path }) => !/^(?:contract|web)\/kinds\//.test(path))
      .flatMap(findNamedKinds),
    ...sources.filter(({ path }) => !mayUseBrowserStorage(path)).flatMap(findBrowserStorage),
    ...sources.flatMap(findReturningEffects),
    ...findSharedTables(sources),
    ...findUndeclaredTables(sources, { tables: listTables(schema), readmes }),
    ...plain.filter(({ path }) => isTest(path)).flatMap(findTimeBounds),
    ...findCrowdedFolders(files),
  ];
}

function isMigration(path: string): boolean {
  return path.startsWith(`${MIGRATIONS}/`);
}

export function isTest(path: string): boolean {
  return (
    /\.(?:test|drill|spec|setup)\.tsx?$/.test(path) ||
    /^(?:server|runner)\/testing\/|^e2e\//.test(path)
  );
}

function mayHoldSql(path: string): boolean {
  return path.endsWith('.queries.ts') || path.startsWith('server/platform/');
}

function mayReadEnvironment(path: string): boolean {
  return /^(server|runner)\/config\.ts$/.test(path) || path.endsWith('.config.ts');
}

/** The files whose connections have an error listener: without one, an error ends the process. */
function mayConnect(path: string): boolean {
  return /^server\/platform\/postgres\/(open-pool|dedicated-connection|embedded-postgres)\.ts$/.test(
    path,
  );
}

/** The files that apply the schemas, and those that only log, count or end calls of any address. */
function mayReadRawRequest(path: string): boolean {
  return /^server\/platform\/(?:http\/(?:serve|web-pages)|metrics\/logging|connections\/[\w-]+)\.ts$/.test(
    path,
  );
}

/** Texts of people are stored in one way, and a shared browser shows them to nobody else. */
function mayUseBrowserStorage(path: string): boolean {
  return (
    /^web\/platform\/storage\/(?:browser-storage|use-device-setting)\.ts$/.test(path) ||
    !path.startsWith('web/')
  );
}

/** Keeps all lines, so that line numbers stay correct. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/^[ \t]*\/\/.*$/gm, '');
}

function findSql(file: SourceFile): Breach[] {
  return findEach(file, 'sql-only-in-queries', /\bsql`|\.query\(\s*['"`]/g);
}

/** Names that are also plain words, such as `number`, are found as the kind of a question only. */
function findNamedKinds(file: SourceFile): Breach[] {
  const all = KIND_NAMES.join('|');
  const unmistakable = KIND_NAMES.filter((name) => name.includes('_')).join('|');
  const naming = new RegExp(
    `'(?:${unmistakable})'|\\bkinds\\.(?:${all})\\b|\\bKind\\b\\s*(?:===|!==|:)\\s*'`,
    'g',
  );
  return findEach(file, 'only-kinds-know-a-kind', naming);
}

function findBrowserStorage(file: SourceFile): Breach[] {
  const using =
    /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|(?:use|read)(?:Local|Session)Storage(?:Value)?)\b|\bdocument\.cookie\b/g;
  return findEach(file, 'one-module-uses-browser-storage', using);
}

/** React calls what an effect returns when the page is left, so a result that is no function breaks the page then. */
function findReturningEffects(file: SourceFile): Breach[] {
  const returning = /\buse(?:Layout|Insertion)?Effect\(\s*\(\) =>\s*(?!\s|\{|\(\) =>)/g;
  return findEach(file, 'effects-have-a-body-or-return-a-cleanup', returning);
}

function findConnections(file: SourceFile): Breach[] {
  if (!file.path.startsWith('server/')) return [];
  return findEach(file, 'only-the-platform-connects-to-the-database', /\bnew (?:Pool|Client)\(/g);
}

/** Deleting all settings, so that child processes do not inherit them, is not a read. */
function findEnvironment(file: SourceFile): Breach[] {
  const reading = /(?<!\bdelete )(?<!\bObject\.keys\()\bprocess\.env\b/g;
  return findEach(file, 'only-config-reads-the-environment', reading);
}

/** A schema trims and folds case, so a check of the raw text may concern another user. */
function findRawRequestReads(file: SourceFile): Breach[] {
  if (!file.path.startsWith('server/')) return [];
  const reading =
    /\brequest\.(?:params|query|body|url|originalUrl|raw\.url)\b|\{[^{}]*\b(?:params|query|body|url|originalUrl)\b[^{}]*\}(?:\s*=\s*request\b(?!\.)|:\s*FastifyRequest\b)/g;
  return findEach(file, 'requests-are-read-through-their-schema', reading);
}

function findEach(
  file: SourceFile,
  rule: string,
  pattern: RegExp,
  isMeant = (_index: number) => true,
): Breach[] {
  const matches = [...file.text.matchAll(pattern)].filter(({ index }) => isMeant(index));
  return matches.map((match) => ({
    rule,
    path: file.path,
    line: lineOf(file.text, match.index),
  }));
}

/** Names that suggest a measured time. A busy machine exceeds any upper bound on it. */
const MEASURED =
  /\b(?:performance|Date)\.now\b|\b[a-z]*(?:elapsed|took|duration|began)(?:[A-Z]\w*)?\b/i;

function findTimeBounds(file: SourceFile): Breach[] {
  const bounds = /\.toBeLessThan(?:OrEqual)?\(/g;
  return [
    ...findEach(file, 'no-upper-time-bounds-in-tests', /\bmonitorEventLoopDelay\(/g),
    ...findEach(file, 'no-upper-time-bounds-in-tests', bounds, (index) =>
      MEASURED.test(expectationBefore(file.text, index)),
    ),
  ];
}

/** The expectation, from its `expect` on. */
const expectationBefore = (text: string, index: number): string =>
  text.slice(Math.max(0, text.lastIndexOf('expect', index)), index);

function findSharedTables(files: SourceFile[]): Breach[] {
  const owners = new Map<string, string>();
  const breaches: Breach[] = [];
  for (const file of files.filter(holdsQueries)) {
    const feature = featureOf(file);
    for (const { table, line } of listWrittenTables(file.text)) {
      const owner = owners.get(table) ?? feature;
      owners.set(table, owner);
      if (owner === feature) continue;
      breaches.push({ rule: 'one-feature-writes-a-table', path: file.path, line });
    }
  }
  return breaches;
}

const holdsQueries = ({ path }: SourceFile): boolean => path.endsWith('.queries.ts');

const featureOf = ({ path }: SourceFile): string => path.split('/')[1] ?? '';

function listWrittenTables(text: string) {
  const written =
    /\b(?:insert\s+into|delete\s+from|truncate|(?<!\bfor\s)(?<!\bkey\s)(?<!\bdo\s)update)\s+([a-z_][a-z_.]*)/g;
  return [...text.matchAll(written)].flatMap((match) => {
    const table = match[1] ?? '';
    return table === 'set' ? [] : [{ table, line: lineOf(text, match.index) }];
  });
}

/**
 * The README of a feature must name the tables that its queries read and it does not write, and no others. Tables that
 * no feature writes, and views, belong to none.
 */
function findUndeclaredTables(
  files: SourceFile[],
  { tables, readmes }: { tables: ReadonlySet<string>; readmes: SourceFile[] },
): Breach[] {
  const queries = files
    .filter(holdsQueries)
    .map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const own = new Set<string>();
  for (const file of queries) {
    for (const { table } of listWrittenTables(file.text)) own.add(readOf(file, table));
  }
  const declared = new Set(
    readmes.flatMap((file) =>
      listDeclaredTables(file.text).map(({ table }) => readOf(file, table)),
    ),
  );
  const reads = queries.flatMap((file) =>
    listReadTables(file.text)
      .map(({ table, line }) => ({ table, line, path: file.path, read: readOf(file, table) }))
      .filter(({ table, read }) => tables.has(table) && !own.has(read)),
  );
  const read = new Set(reads.map((one) => one.read));
  const unread = readmes.flatMap((file) =>
    listDeclaredTables(file.text)
      .filter(({ table }) => !read.has(readOf(file, table)))
      .map((one) => ({ ...one, path: file.path })),
  );
  return [...reads.filter((one) => !declared.has(one.read)), ...unread].map(
    ({ path, line, table }) => ({ rule: 'foreign-tables-are-declared', path, line, table }),
  );
}

const readOf = (file: SourceFile, table: string) => `${featureOf(file)} ${table}`;

interface NamedTable {
  table: string;
  line: number;
}

function listTables(schema: string): Set<string> {
  const made = schema.matchAll(/^create (?:table|view) ([a-z_]+)/gm);
  return new Set([...made].map((match) => match[1] ?? ''));
}

/** `from one, other as another join a_third` reads three tables. */
function listReadTables(text: string): NamedTable[] {
  const reading =
    /\b(?:from|join|using|lock table)\s+(?=([a-z_]+(?:(?:\s+as)?\s+[a-z_]+)?(?:\s*,\s*[a-z_]+(?:(?:\s+as)?\s+[a-z_]+)?)*))/g;
  return [...text.matchAll(reading)].flatMap((match) =>
    (match[1] ?? '').split(',').map((named) => ({
      table: named.trim().split(/\s/)[0] ?? '',
      line: lineOf(text, match.index),
    })),
  );
}

/** From the README's line "**Reads:** `people`, `quizzes`.", which may be wrapped. */
function listDeclaredTables(text: string): NamedTable[] {
  const found = /^- \*\*Reads:\*\* ((?:`[a-z_]+`[,.]\s*)+)/m.exec(text);
  if (!found) return [];
  const names = [...(found[1] ?? '').matchAll(/`([a-z_]+)`/g)];
  return names.map((name) => ({ table: name[1] ?? '', line: lineOf(text, found.index) }));
}

const MAX_FILES = 25;

/** A folder has at most 25 files, not counting tests. */
function findCrowdedFolders(files: SourceFile[]): Breach[] {
  const counted = files.filter(({ path }) => !isMigration(path) && !isTest(path));
  const byFolder = Map.groupBy(counted, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  return [...byFolder]
    .filter(([, inside]) => inside.length > MAX_FILES)
    .map(([path]) => ({ rule: 'a-folder-has-at-most-25-files', path, line: 1 }));
}

export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
