import { readFileSync } from 'node:fs';

/**
 * The addresses of the scripts that a module of the pages (`ui/text/CodeBlock.tsx`) needs, its own first, according
 * to the manifest of the build.
 */
export function scriptsOf(part: string): string[] {
  const path = new URL('../web/dist/.vite/manifest.json', import.meta.url);
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const names = new Set([part]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const name of names) for (const one of manifest[name]?.imports ?? []) names.add(one);
  return [...names].map((name) => {
    const file = manifest[name]?.file;
    if (file === undefined) throw new Error(`The web build has no part ${name}.`);
    return `/${file}`;
  });
}
