import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { defineToolchain } from '../define-toolchain.ts';
import { identify } from '../recipe.ts';

const TOOLS = '/usr/lib/go/pkg/tool';

const definition = {
  packages: ['golang-go'],
  tool: { path: '/usr/bin/go', versionOption: 'version', name: '' },
};

/**
 * The compiler and the linker are called directly, in half of the time of `go build`. That needs the compiled standard
 * library, which Go includes up to 1.19; a newer one counts as not installed.
 */
export const go = defineToolchain('go', definition, async ({ tool, version, sourceFile }) => {
  const [machine = ''] = existsSync(TOOLS) ? await readdir(TOOLS) : [];
  if (!existsSync(`/usr/lib/go/pkg/${machine}/fmt.a`)) return null;
  const compiler = `${TOOLS}/${machine}/compile`;
  const linker = `${TOOLS}/${machine}/link`;
  return {
    compile: {
      words: (source, extra) => [
        compiler,
        '-p',
        'main',
        '-complete',
        '-o',
        'a.o',
        ...extra,
        source,
      ],
      optionsForFiles: (paths) => paths.filter((path) => /^[^/]+\.go$/.test(path)),
      laterSteps: () => [[linker, '-s', '-w', '-o', 'a.out', 'a.o']],
      quickOptions: [],
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: [await identify(tool, version), sourceFile].join(' '),
    },
    runWords: () => ['/box/a.out'],
  };
});
