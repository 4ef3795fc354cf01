import { type LanguageEntry, placeInParentheses, wordsIn } from './entry.ts';

export const csharp = {
  key: 'csharp',
  id: 51,
  name: 'C#',
  otherNames: ['c#', 'cs'],
  extensions: ['cs'],
  sourceFile: 'Main.cs',
  sourceFileInMessages: /(?:^|\/)Main\.cs$/,
  fileInArchive: 'Main.cs',
  isCompiled: true,
  emptyProgram: 'class Program { static void Main() {} }',
  syntax: {
    lineComments: ['//'],
    blockComments: [['/*', '*/']],
    textPrefix: /[$@]{1,2}(?=")/y,
    operators: ['=>', '??', '?.', '??='],
    imports: ['using'],
    hasDirectives: true,
  },
  words: {
    keywords: wordsIn(`
      as async await base break case catch checked class continue default delegate do else enum event explicit false
      finally fixed for foreach goto if implicit in interface is lock nameof namespace new null operator out params ref
      return sizeof stackalloc struct switch this throw true try typeof unchecked unsafe using where while yield
    `),
    types: wordsIn(`
      bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort var void
    `),
    optional: wordsIn(`
      abstract const extern internal override partial private protected public readonly sealed static virtual volatile
    `),
    library: wordsIn(`
      System Collections Generic Linq Text Console ReadLine WriteLine Write Main args List Dictionary HashSet Queue Stack
      StringBuilder String Math Array Convert ToInt32 Parse TryParse ToString Split Join Trim Substring Length Count Add
      Remove Contains ContainsKey Where Select OrderBy First Any All Sum Min Max ToList ToArray Exception
    `),
  },
  messages: [placeInParentheses],
  optional: { megabytes: 25 },
} as const satisfies LanguageEntry;
