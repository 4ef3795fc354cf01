import { type LanguageEntry, type MessagePattern, type Syntax, wordsIn } from './entry.ts';

export const scriptKeywords = wordsIn(`
  async await break case catch class continue default delete do else export extends false finally for function if in
  instanceof new null of return super switch this throw true try typeof undefined void while yield
`);
export const scriptLibrary = wordsIn(`
  import from require console log error process stdin stdout argv exit readFileSync createInterface Array Object String
  Number Boolean Map Set Math JSON Promise Symbol BigInt Error parse stringify parseInt parseFloat isNaN push pop shift
  unshift slice splice concat join split reverse sort map filter reduce forEach find some every includes indexOf keys
  values entries length toString toFixed padStart repeat trim replace charCodeAt fromCharCode max min floor ceil round
  abs sqrt has get set add size
`);
export const scriptSyntax = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  longTexts: [['`', '`']],
  operators: ['===', '!==', '=>', '??', '?.', '??=', '&&=', '||='],
  imports: ['import'],
  endsWithLine: true,
} as const satisfies Syntax;
/** What Node prints when a program ends with an error. */
export const nodeMessages = [
  {
    place: /^(?<file>\/box\/[\w.]+):(?<line>\d+)$/,
    text: /^(?<text>(?:Uncaught )?\w*(?:Error|Exception)\b.*)$/,
    textIs: 'after',
  },
] as const satisfies readonly MessagePattern[];

export const javascript = {
  key: 'javascript',
  id: 63,
  name: 'JavaScript',
  otherNames: ['js', 'node'],
  extensions: ['js', 'mjs', 'cjs'],
  sourceFile: 'script.js',
  sourceFileInMessages: /(?:^|\/)script\.js$/,
  fileInArchive: 'script.js',
  isCompiled: false,
  emptyProgram: ';',
  syntax: scriptSyntax,
  words: {
    keywords: scriptKeywords,
    types: [],
    optional: wordsIn('const let var static'),
    library: scriptLibrary,
  },
  messages: nodeMessages,
  optional: { megabytes: 0 },
} as const satisfies LanguageEntry;
