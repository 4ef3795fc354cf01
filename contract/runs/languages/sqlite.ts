import type { LanguageEntry } from './entry.ts';
import { sqlKeywords, sqlLibrary, sqlMessages, sqlSyntax, sqlTypes } from './sql-words.ts';

export const sqlite = {
  key: 'sqlite',
  id: 82,
  name: 'SQLite',
  otherNames: ['sql'],
  extensions: ['sql'],
  sourceFile: 'script.sql',
  sourceFileInMessages: /(?:^|\/)script\.sql$/,
  fileInArchive: 'script.sql',
  isCompiled: false,
  isQuery: true,
  emptyProgram: 'create table empty_program (x integer);',
  syntax: sqlSyntax,
  words: { keywords: sqlKeywords, types: sqlTypes, optional: [], library: sqlLibrary },
  messages: sqlMessages,
  optional: { megabytes: 2 },
} as const satisfies LanguageEntry;
