import { type LanguageEntry, placeInParentheses, wordsIn } from './entry.ts';
import { nodeMessages, scriptKeywords, scriptLibrary, scriptSyntax } from './javascript.ts';

export const typescript = {
  key: 'typescript',
  id: 74,
  name: 'TypeScript',
  otherNames: ['ts'],
  extensions: ['ts', 'mts', 'cts'],
  sourceFile: 'script.ts',
  sourceFileInMessages: /(?:^|\/)script\.ts$/,
  fileInArchive: 'script.ts',
  isCompiled: true,
  emptyProgram: 'export {};',
  syntax: scriptSyntax,
  words: {
    keywords: [
      ...scriptKeywords,
      ...wordsIn('as enum implements interface is keyof namespace satisfies type'),
    ],
    types: wordsIn('any bigint boolean never number object string symbol unknown'),
    optional: wordsIn(
      'abstract const declare let override private protected public readonly static var',
    ),
    library: [...scriptLibrary, ...wordsIn('Record Partial Readonly Pick Omit')],
  },
  messages: [placeInParentheses, ...nodeMessages],
  optional: { megabytes: 27 },
} as const satisfies LanguageEntry;
