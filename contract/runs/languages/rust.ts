import { type LanguageEntry, wordsIn } from './entry.ts';

export const rust = {
  key: 'rust',
  id: 73,
  name: 'Rust',
  otherNames: ['rs'],
  extensions: ['rs'],
  sourceFile: 'main.rs',
  sourceFileInMessages: /(?:^|\/)main\.rs$/,
  fileInArchive: 'main.rs',
  isCompiled: true,
  emptyProgram: 'fn main() {}',
  syntax: {
    lineComments: ['//'],
    blockComments: [['/*', '*/']],
    quotes: '"',
    character: /'(?:\\[^'\n]{1,12}|[^'\\\n])'/y,
    textPrefix: /b(?=")/y,
    rawText: { begin: /b?r(#{0,16})"/y, end: ['"', ''] },
    operators: ['=>', '..', '..='],
    imports: ['use'],
  },
  words: {
    keywords: wordsIn(`
      as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move ref
      return self Self struct super trait true type unsafe where while
    `),
    types: wordsIn(`
      bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize String
    `),
    optional: wordsIn('mut pub static'),
    library: wordsIn(`
      use std io collections main println print eprintln format vec Vec HashMap HashSet BTreeMap VecDeque Option Some
      None Result Ok Err Box Rc RefCell Clone Copy Debug Default Iterator read_line stdin unwrap expect parse trim split
      split_whitespace lines iter into_iter map filter collect sum fold push pop len insert get contains sort to_string
      clone as_str chars rev min max
    `),
  },
  messages: [
    {
      place: /^\s+--> (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+)$/,
      text: /^(?<severity>error|warning)(?:\[\w+\])?: (?<text>.*)$/,
      textIs: 'before',
    },
    {
      place: /^thread .* panicked at (?<file>[^\s:]+):(?<line>\d+):(?<column>\d+):$/,
      text: /^(?<text>\S.*)$/,
      textIs: 'after',
    },
  ],
  optional: { megabytes: 275 },
} as const satisfies LanguageEntry;
