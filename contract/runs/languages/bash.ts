import { type LanguageEntry, wordsIn } from './entry.ts';

export const bash = {
  key: 'bash',
  id: 46,
  name: 'Bash',
  otherNames: ['sh', 'shell'],
  extensions: ['sh', 'bash'],
  sourceFile: 'script.sh',
  sourceFileInMessages: /(?:^|\/)script\.sh$/,
  fileInArchive: 'script.sh',
  isCompiled: false,
  emptyProgram: ':',
  syntax: { lineComments: ['#'], endsWithLine: true },
  words: {
    keywords: wordsIn(`
      break case continue do done elif else esac exit false fi for function if in return select then true until while
    `),
    types: [],
    optional: wordsIn('declare local readonly'),
    library: wordsIn(`
      echo printf read test let shift set unset export source cat grep sed awk sort uniq wc head tail cut tr paste find
      xargs seq expr bc date mkdir rmdir rm cp mv ls pwd cd touch chmod tee sleep trap wait
    `),
  },
  messages: [{ place: /^(?<file>[^\s:]+): line (?<line>\d+): (?<text>.*)$/ }],
  optional: { megabytes: 0 },
} as const satisfies LanguageEntry;
