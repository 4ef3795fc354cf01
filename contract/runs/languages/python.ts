import { type LanguageEntry, wordsIn } from './entry.ts';

export const python = {
  key: 'python',
  id: 71,
  name: 'Python',
  otherNames: ['python3', 'py'],
  extensions: ['py'],
  sourceFile: 'script.py',
  sourceFileInMessages: /(?:^|\/)script\.py$/,
  fileInArchive: 'main.py',
  isCompiled: false,
  emptyProgram: 'pass',
  syntax: {
    lineComments: ['#'],
    longTexts: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
    textPrefix: /[rbufRBUF]{1,2}(?=["'])/y,
    imports: ['import', 'from'],
    endsWithLine: true,
    isIndented: true,
  },
  words: {
    keywords: wordsIn(`
      False None True and assert async await break class continue def del elif else except finally for global if in is
      lambda nonlocal not or pass raise return try while with yield match case
    `),
    types: [],
    optional: [],
    library: wordsIn('import from as'),
  },
} as const satisfies LanguageEntry;
