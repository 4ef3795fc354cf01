import { type LanguageEntry, wordsIn } from './entry.ts';

export const lua = {
  key: 'lua',
  id: 64,
  name: 'Lua',
  extensions: ['lua'],
  sourceFile: 'script.lua',
  sourceFileInMessages: /(?:^|\/)script\.lua$/,
  fileInArchive: 'script.lua',
  isCompiled: false,
  emptyProgram: 'do end',
  syntax: {
    lineComments: ['--'],
    blockComments: [['--[[', ']]']],
    longTexts: [['[[', ']]']],
    operators: ['~=', '..'],
    endsWithLine: true,
  },
  words: {
    keywords: wordsIn(`
      and break do else elseif end false for function goto if in nil not or repeat return then true until while
    `),
    types: [],
    optional: wordsIn('local'),
    library: wordsIn(`
      require print pairs ipairs type tostring tonumber assert error pcall setmetatable getmetatable select next unpack
      string table math io os format sub len rep reverse upper lower find match gmatch gsub byte char concat insert
      remove sort floor ceil sqrt abs max min random huge pi read write lines
    `),
  },
  messages: [{ place: /^(?:\S*lua[\d.]*: )?(?<file>[^\s:]+):(?<line>\d+): (?<text>.*)$/ }],
  optional: { megabytes: 1 },
} as const satisfies LanguageEntry;
