import type { LanguageEntry } from './entry.ts';
import { sqlKeywords, sqlLibrary, sqlMessages, sqlSyntax, sqlTypes } from './sql-words.ts';

export const postgresql = {
  key: 'postgresql',
  // Judge0 has none. Free in its lists.
  id: 1082,
  name: 'PostgreSQL',
  otherNames: ['postgres', 'pgsql', 'psql'],
  extensions: ['pgsql'],
  sourceFile: 'script.sql',
  sourceFileInMessages: /(?:^|\/)script\.sql$/,
  fileInArchive: 'script.sql',
  isCompiled: false,
  isQuery: true,
  emptyProgram: 'create table empty_program (x integer);',
  syntax: { ...sqlSyntax, longTexts: [...sqlSyntax.longTexts, ['$$', '$$']] },
  words: { keywords: sqlKeywords, types: sqlTypes, optional: [], library: sqlLibrary },
  messages: sqlMessages,
  optional: { megabytes: 0 },
} as const satisfies LanguageEntry;
