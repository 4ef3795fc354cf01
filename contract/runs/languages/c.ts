import { type LanguageEntry, type Syntax, wordsIn } from './entry.ts';

export const cTypes = wordsIn(`
  void char short int long float double signed unsigned bool _Bool size_t ssize_t int8_t int16_t int32_t int64_t uint8_t
  uint16_t uint32_t uint64_t
`);
export const cKeywords = wordsIn(`
  break case continue default do else enum for goto if return sizeof struct switch typedef union while
`);

/** Of C and C++. */
export const cSyntax = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  hasDirectives: true,
  textPrefix: /(?:u8|[LuU])(?=")/y,
  rawText: { begin: /(?:u8|[uUL])?R"([^\s()\\]{0,16})\(/y, end: [')', '"'] },
  imports: ['using', 'import'],
} as const satisfies Syntax;

export const c = {
  key: 'c',
  id: 50,
  name: 'C',
  extensions: ['c'],
  sharedExtensions: ['h'],
  sourceFile: 'main.c',
  sourceFileInMessages: /(?:^|\/)main\.c$/,
  fileInArchive: 'main.c',
  isCompiled: true,
  emptyProgram: 'int main(void) { return 0; }',
  syntax: cSyntax,
  words: {
    keywords: cKeywords,
    types: cTypes,
    optional: wordsIn('auto const extern inline register restrict static volatile'),
    library: wordsIn(`
      include define true false NULL main printf scanf fgets puts putchar getchar malloc calloc realloc free
      strlen strcmp strcpy strncpy strcat memset memcpy qsort atoi abs sqrt pow stdio stdlib string stdbool stdint limits
    `),
  },
} as const satisfies LanguageEntry;
