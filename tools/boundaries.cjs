const { readdirSync } = require('node:fs');

/**
 * The folders of each program by level, lowest first; docs/architecture.md draws them. A folder imports only folders of
 * lower levels. Files outside of folders are above all of them, except `server/config.ts`.
 */
const LEVELS = {
  server: [
    ['platform'],
    ['files', 'runs', 'news', 'audit', 'question-drafts', 'mail'],
    ['auth', 'classes', 'backup'],
    ['students', 'sign-on'],
    ['assignments', 'quizzes'],
    ['attempts', 'programs'],
    [
      'questions',
      'insight',
      'notices',
      'calendar',
      'overview',
      'similarity',
      'archives',
      'marks',
      'records',
    ],
    ['privacy'],
    ['demo'],
  ],
  web: [
    ['platform'],
    ['ui'],
    ['sign-on'],
    ['archives', 'audit', 'calendar', 'classes', 'news', 'notices', 'privacy', 'runs', 'staff'],
    ['auth', 'home', 'kinds', 'programs', 'students'],
    ['questions'],
    ['assignments', 'attempts', 'quizzes'],
    ['as-student', 'insight', 'marks', 'records', 'workspace'],
    ['similarity'],
    ['frame'],
  ],
};
const NOT_FEATURES = { server: ['testing'], web: ['dist', 'dist-unfinished', 'public'] };
for (const program of ['server', 'web']) requireLevels(program);

/** Not the platform, which everyone may use, and not the demo, which writes into all of them. */
const FEATURES = `(?:${LEVELS.server.slice(1, -1).flat().join('|')})`;
const TESTS =
  '(\\.(test|drill|setup)\\.tsx?$|^server/testing/|^runner/(testing|hostile|differential)/|^e2e/|^bench/|^lab/(servers|exam|firefox)/.*\\.ts$)';
/** Who may import what. A rule's name describes it. */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: '^(contract/|node_modules/zod/)' },
    },
    {
      name: 'kinds-import-only-texts-and-terms-of-programs',
      severity: 'error',
      from: { path: '^contract/kinds/', pathNot: TESTS },
      to: {
        path: '^contract/(?!kinds/|text/|runs/(languages|test-case|compare-output|program-text)\\.ts$)',
      },
    },
    {
      name: 'only-kinds-know-a-kind',
      severity: 'error',
      from: {
        path: '^(contract|server|runner|web|bench|tools)/',
        pathNot: `^(contract|web)/kinds/|${TESTS}`,
      },
      to: { path: '^(contract|web)/kinds/(?!scoring/|parts/)[^/]+/' },
    },
    {
      name: 'web-server-and-runner-share-only-the-contract',
      severity: 'error',
      from: { path: '^(web|server|runner)/', pathNot: TESTS },
      to: { path: '^(web|server|runner|tools|bench|e2e|lab)/', pathNot: '^$1/' },
    },
    ...importOnlyLowerLevels('server'),
    ...importOnlyLowerLevels('web'),
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
          '^web/ui/text/(Markdown|MarkdownText|MathText|CodeBlock|ColoredCode)\\.tsx$|^web/ui/text/(preload-markdown|misread-text)\\.ts$|\\.(test|drill|setup)\\.tsx?$',
      },
      to: {
        path: '^web/ui/text/(MarkdownText|MathText|ColoredCode)\\.tsx$|node_modules/(react-markdown|remark-|rehype-|micromark|mdast-|katex)',
      },
    },
    {
      name: 'tools-and-benches-do-not-import-each-other',
      severity: 'error',
      from: { path: '^(tools|bench)/' },
      to: { path: '^(tools|bench)/', pathNot: '^$1/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-imports-of-tests',
      severity: 'error',
      from: { pathNot: `${TESTS}|^playwright\\.config\\.ts$` },
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

/** One rule for each level: none of its folders imports another one of its level or a higher one. */
function importOnlyLowerLevels(program) {
  const levels = LEVELS[program];
  return levels.map((level, index) => {
    const forbidden = levels.slice(index).flat().join('|');
    return {
      name: 'features-import-only-lower-levels',
      comment: `Level ${index + 1} of ${program}/`,
      severity: 'error',
      from: { path: `^${program}/(${level.join('|')})/`, pathNot: TESTS },
      to: {
        path: `^${program}/(?:(?:${forbidden})/|[^/]+\\.tsx?$)`,
        pathNot: `^${program}/(?:$1/|config\\.ts$)`,
      },
    };
  });
}

/** Throws if a folder of the program has no level, or more than one. */
function requireLevels(program) {
  const leveled = LEVELS[program].flat();
  const folders = readdirSync(`${__dirname}/../${program}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .filter((name) => !NOT_FEATURES[program].includes(name));
  for (const name of folders) {
    if (leveled.filter((one) => one === name).length !== 1) {
      throw new Error(`Give ${program}/${name}/ one level in tools/boundaries.cjs.`);
    }
  }
}
