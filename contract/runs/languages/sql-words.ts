import { wordsIn } from './entry.ts';

/** SQL reads words in any case. */
const inBothCases = (words: string) => [...wordsIn(words), ...wordsIn(words.toUpperCase())];

export const sqlSyntax = {
  lineComments: ['--'],
  blockComments: [['/*', '*/']],
  quotes: '"',
  longTexts: [["'", "'"]],
  operators: ['<>', '||', '::', '->>'],
} as const;

/** On standard error, as the drivers in runner/languages/ write them. */
export const sqlMessages = [
  { place: /^(?<file>[^\s:]+):(?<line>\d+):(?<column>\d+): error: (?<text>.*)$/ },
] as const;

export const sqlKeywords = inBothCases(`
  add all alter and any as asc begin between by cascade case check column commit constraint create cross current default
  delete desc distinct do drop else end escape except exists fetch first following for foreign from full function grant
  group having if in index inner insert intersect into is join key lateral left like limit natural not null nulls of
  offset on only or order outer over partition preceding primary procedure range recursive references replace restrict
  returning returns revoke right rollback row rows savepoint schema select sequence set some table temp temporary then to
  transaction trigger truncate unbounded union unique update using values view when where window with
`);

export const sqlTypes = inBothCases(`
  bigint blob boolean char character date decimal double int integer interval numeric precision real smallint text time
  timestamp varchar
`);

export const sqlLibrary = inBothCases(`
  abs avg cast ceil coalesce concat count cume_dist dense_rank extract first_value floor group_concat ifnull lag
  last_value lead length lower ltrim max min mod ntile now nullif percent_rank position power printf random rank round
  row_number rtrim string_agg strftime substr substring sum total trim upper
`);
