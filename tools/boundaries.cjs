const { readdirSync } = require('node:fs');

/** Every feature may use these. */
const SHARED = ['platform', 'testing'];
/** Every folder of the server is a feature unless it is shared. */
const FEATURES = `(?:${foldersOf('server')
  .filter((name) => !SHARED.includes(name))
  .join('|')})`;
const TESTS =
  '(\\.(test|drill)\\.tsx?$|^server/testing/|^runner/(testing|hostile|differential)/|^e2e/|^bench/|^tools/lab/.*\\.ts$)';
/** The files that put everything together may import every part. */
const COMPOSITION = '^server/(app|main|demo|erasers)\\.ts$';

/** Who may import what. A rule's name describes it. */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod-and-kinds',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: '^(contract/|kinds/.*\\.ts$|node_modules/zod/)' },
    },
    {
      name: 'kinds-import-only-zod',
      severity: 'error',
      from: { path: '^kinds/.*\\.ts$', pathNot: TESTS },
      to: { pathNot: '^(kinds/.*\\.ts$|node_modules/zod/)' },
    },
    {
      name: 'kind-views-import-no-feature',
      severity: 'error',
      from: { path: '^kinds/.*\\.tsx$', pathNot: TESTS },
      to: { path: '^(web/(?!ui/)|server/|runner/|contract/)' },
    },
    {
      name: 'only-web-imports-kind-views',
      severity: 'error',
      from: { path: '^(contract|server|runner)/' },
      to: { path: '^kinds/.*\\.tsx$' },
    },
    {
      name: 'web-server-and-runner-share-only-the-contract',
      severity: 'error',
      from: { path: '^(web|server|runner)/', pathNot: TESTS },
      to: { path: '^(web|server|runner|tools|bench|e2e)/', pathNot: '^$1/' },
    },
    {
      name: 'platform-and-ui-import-no-feature',
      severity: 'error',
      from: { path: '^(server/platform|web/platform|web/ui)/', pathNot: TESTS },
      to: {
        path: '^(server|web)/[^/]+/',
        pathNot: '^(server/platform|web/platform|web/ui|server/testing)/|/node_modules/',
      },
    },
    {
      name: 'features-import-each-other-only-through-reads',
      severity: 'error',
      from: { path: `^server/(${FEATURES})/`, pathNot: TESTS },
      to: { path: `^server/${FEATURES}/`, pathNot: '^server/$1/|\\.reads\\.ts$' },
    },
    {
      name: 'only-the-judge0-folder-uses-judge0-terms',
      severity: 'error',
      from: { path: '^server/runs/', pathNot: `^server/runs/judge0/|${TESTS}` },
      to: { path: '^server/runs/judge0/' },
    },
    {
      name: 'features-do-not-import-the-app',
      severity: 'error',
      from: { path: '^server/(?!testing/)[^/]+/', pathNot: TESTS },
      to: { path: COMPOSITION },
    },
    {
      name: 'routes-do-not-import-queries',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '\\.queries\\.ts$' },
    },
    {
      name: 'markdown-is-rendered-in-one-place',
      severity: 'error',
      from: {
        path: '^web/',
        pathNot:
          '^web/ui/text/(Markdown|MarkdownText|MathText|CodeBlock|ColoredCode)\\.tsx$|^web/ui/text/(preload-markdown|misread-text)\\.ts$|\\.(test|drill)\\.tsx?$',
      },
      to: {
        path: '^web/ui/text/(MarkdownText|MathText|ColoredCode)\\.tsx$|node_modules/(react-markdown|remark-|rehype-|micromark|mdast-|katex)',
      },
    },
    {
      name: 'no-cycles-between-web-features',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/(?!platform$|ui$)[^/]+$' },
      to: { path: '^web/(?!platform$|ui$)[^/]+$', circular: true },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-imports-of-tests',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist(-unfinished)?/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
    },
  },
};

function foldersOf(program) {
  return readdirSync(`${__dirname}/../${program}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
}
