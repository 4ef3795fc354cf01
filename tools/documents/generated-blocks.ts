import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { refusalCodes, storageCodes } from '@vlabs/contract/http/refusal-codes';

/** A part of a document between `<!-- generated: … -->` and `<!-- end -->`, generated from the contract. */
const BLOCK = /<!-- generated: (?<source>[^\n]+) -->\n(?<body>[\s\S]*?)<!-- end -->/g;

const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'refusal codes': refusalCodes,
  'storage codes': storageCodes,
};

/** Returns the document with all its generated blocks up to date. */
export async function regenerate(root: string, text: string): Promise<string> {
  let written = text;
  for (const [block, source = ''] of text.matchAll(BLOCK)) {
    const table = await writeTable(root, source);
    written = written.replace(
      block,
      () => `<!-- generated: ${source} -->\n\n${table}\n\n<!-- end -->`,
    );
  }
  return written;
}

/** Lists the contract files that a document has a table of. */
export function listSources(text: string): string[] {
  return [...text.matchAll(BLOCK)].flatMap(([, source = '']) =>
    source in CODES ? [] : source.split(' '),
  );
}

/** Lists the endpoints that a file of the contract exports. */
export async function listEndpoints(root: string, path: string): Promise<Endpoint[]> {
  const module: Record<string, unknown> = await import(pathToFileURL(join(root, path)).href);
  return Object.values(module).filter(isEndpoint);
}

async function writeTable(root: string, source: string): Promise<string> {
  const codes = CODES[source];
  if (codes) {
    const rows = Object.entries(codes).map(([code, when]) => `| \`${code}\` | ${when} |`);
    return ['| code | when |', '|---|---|', ...rows].join('\n');
  }
  const lists = await Promise.all(source.split(' ').map((path) => listEndpoints(root, path)));
  const rows = lists.flatMap((calls) => calls.toSorted(byPath).map(writeRow));
  return ['| call | who | purpose |', '|---|---|---|', ...rows].join('\n');
}

const byPath = (one: Endpoint, other: Endpoint): number =>
  one.path.localeCompare(other.path) || one.method.localeCompare(other.method);

const writeRow = ({ method, path, access, summary }: Endpoint): string =>
  `| \`${method} ${path}\` | ${access === 'anyone' ? 'anyone' : access.join(', ')} | ${summary} |`;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'bodyLimit' in value;
