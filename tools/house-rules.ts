/** A file of the product, by its path from the root. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Rules of the house that imports cannot show, broken at a place. */
export interface Breach {
  rule: string;
  path: string;
  line: number;
}

/** Finds where the rules about SQL, tables and the environment are broken. */
export function findBreaches(files: SourceFile[]): Breach[] {
  const sources = files
    .filter(({ path }) => !isTest(path))
    .map(({ path, text }) => ({ path, text: withoutComments(text) }));
  return [
    ...sources.filter(({ path }) => !mayHoldSql(path)).flatMap(findSql),
    ...sources.filter(({ path }) => !mayReadEnvironment(path)).flatMap(findEnvironment),
    ...sources.filter(({ path }) => !mayConnect(path)).flatMap(findConnections),
    ...findSharedTables(sources),
  ];
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^(server|runner)\/testing\//.test(path);
}

function mayHoldSql(path: string): boolean {
  return path.endsWith('.queries.ts') || path.startsWith('server/platform/');
}

function mayReadEnvironment(path: string): boolean {
  return /^(server|runner)\/config\.ts$/.test(path) || path.endsWith('.config.ts');
}

/** Where a connection has a listener for its errors: without one, an error ends the process. */
function mayConnect(path: string): boolean {
  return /^server\/platform\/postgres\/(open-pool|dedicated-connection|embedded-postgres)\.ts$/.test(
    path,
  );
}

/** Keeps every line where it is, so that places can be told. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/^[ \t]*\/\/.*$/gm, '');
}

function findSql(file: SourceFile): Breach[] {
  return findEach(file, 'only-queries-hold-sql', /\bsql`|\.query\(\s*['"`]/g);
}

function findConnections(file: SourceFile): Breach[] {
  if (!file.path.startsWith('server/')) return [];
  return findEach(file, 'the-platform-alone-connects-to-the-database', /\bnew (?:Pool|Client)\(/g);
}

/** To forget all settings, so that nothing started later inherits them, is not to read one. */
function findEnvironment(file: SourceFile): Breach[] {
  const reading = /(?<!\bdelete )(?<!\bObject\.keys\()\bprocess\.env\b/g;
  return findEach(file, 'only-config-reads-the-environment', reading);
}

function findEach(file: SourceFile, rule: string, pattern: RegExp): Breach[] {
  return [...file.text.matchAll(pattern)].map((match) => ({
    rule,
    path: file.path,
    line: lineOf(file.text, match.index),
  }));
}

function findSharedTables(files: SourceFile[]): Breach[] {
  const owners = new Map<string, string>();
  const breaches: Breach[] = [];
  for (const file of files.filter(({ path }) => path.endsWith('.queries.ts'))) {
    const feature = file.path.split('/')[1] ?? '';
    for (const { table, line } of listWrittenTables(file.text)) {
      const owner = owners.get(table) ?? feature;
      owners.set(table, owner);
      if (owner === feature) continue;
      breaches.push({ rule: 'a-table-is-written-by-one-feature', path: file.path, line });
    }
  }
  return breaches;
}

function listWrittenTables(text: string) {
  const written =
    /\b(?:insert\s+into|delete\s+from|truncate|(?<!\bfor\s)(?<!\bkey\s)(?<!\bdo\s)update)\s+([a-z_][a-z_.]*)/g;
  return [...text.matchAll(written)].flatMap((match) => {
    const table = match[1] ?? '';
    return table === 'set' ? [] : [{ table, line: lineOf(text, match.index) }];
  });
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
