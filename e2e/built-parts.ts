import { readFileSync } from 'node:fs';

/**
 * The addresses of the scripts that a part of the pages (`ui/text/CodeBlock.tsx`) is made of, its own
 * first, as the web build has written them down.
 */
export function scriptsOf(part: string): string[] {
  const path = new URL('../web/dist/.vite/manifest.json', import.meta.url);
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const names = new Set([part]);
  // A set goes on with what is added to it meanwhile.
  for (const name of names) for (const one of manifest[name]?.imports ?? []) names.add(one);
  return [...names].map((name) => {
    const file = manifest[name]?.file;
    if (file === undefined) throw new Error(`The web build has no part ${name}.`);
    return `/${file}`;
  });
}
