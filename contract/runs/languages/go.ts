import { type LanguageEntry, wordsIn } from './entry.ts';

export const go = {
  key: 'go',
  id: 60,
  name: 'Go',
  otherNames: ['golang'],
  extensions: ['go'],
  sourceFile: 'main.go',
  sourceFileInMessages: /(?:^|\/)main\.go$/,
  fileInArchive: 'main.go',
  isCompiled: true,
  emptyProgram: 'package main\nfunc main() {}',
  syntax: {
    lineComments: ['//'],
    blockComments: [['/*', '*/']],
    longTexts: [['`', '`']],
    operators: ['<-', '&^', '&^='],
    imports: ['import', 'package'],
    endsWithLine: true,
  },
  words: {
    keywords: wordsIn(`
      break case chan const continue default defer else fallthrough false for func go goto if interface iota map nil
      range return select struct switch true type var
    `),
    types: wordsIn(`
      any bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32
      uint64 uint8 uintptr
    `),
    optional: [],
    library: wordsIn(`
      import package main fmt os bufio strings strconv sort math errors time sync append cap close copy delete len make
      new panic recover Println Printf Print Sprintf Scan Scanln Fprintln Errorf NewReader NewScanner NewWriter Stdin
      Stdout Text Atoi Itoa Split Fields Join Contains Repeat Ints Strings Slice WaitGroup Mutex
    `),
  },
  messages: [
    { place: /^(?<file>[^\s:]+\.go):(?<line>\d+):(?<column>\d+): (?<text>.*)$/ },
    {
      place: /^\s+(?<file>[^\s:]+\.go):(?<line>\d+)(?: \+0x[0-9a-f]+)?$/,
      text: /^(?<text>(?:panic|fatal error): .*)$/,
      textIs: 'before',
    },
  ],
  optional: { megabytes: 464 },
} as const satisfies LanguageEntry;
