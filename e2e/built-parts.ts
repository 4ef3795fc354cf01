import { readFileSync } from 'node:fs';

/**
 * The addresses of the scripts that a module of the pages (`ui/text/CodeBlock.tsx`) or a group of modules in
 * `web/vite.config.ts` (`contract`) needs, its own first, according to the manifest of the build.
 */
export function scriptsOf(part: string): string[] {
  const path = new URL('../web/dist/.vite/manifest.json', import.meta.url);
  const manifest: Record<string, { file: string; name?: string; imports?: string[] }> = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const group = Object.keys(manifest).find((key) => manifest[key]?.name === part);
  const names = new Set([manifest[part] === undefined && group !== undefined ? group : part]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const name of names) for (const one of manifest[name]?.imports ?? []) names.add(one);
  return [...names].map((name) => {
    const file = manifest[name]?.file;
    if (file === undefined) throw new Error(`The web build has no part ${name}.`);
    return `/${file}`;
  });
}
