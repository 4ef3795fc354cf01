import { type LanguageEntry, wordsIn } from './entry.ts';

export const r = {
  key: 'r',
  id: 80,
  name: 'R',
  extensions: ['r'],
  sourceFile: 'script.r',
  sourceFileInMessages: /(?:^|\/)script\.r$/,
  fileInArchive: 'script.r',
  isCompiled: false,
  emptyProgram: 'invisible()',
  syntax: {
    lineComments: ['#'],
    operators: ['<-', '<<-', '|>', '%%', '%/%', '%in%'],
    imports: ['library'],
    endsWithLine: true,
  },
  words: {
    keywords: wordsIn(`
      break else FALSE for function if in Inf NA NaN next NULL repeat return TRUE while
    `),
    types: [],
    optional: [],
    library: wordsIn(`
      library print cat paste paste0 sprintf format c vector list matrix array data.frame factor length nrow ncol dim
      names sum mean median sd var min max range seq rep sort order unique table apply sapply lapply vapply mapply Map
      Reduce Filter which any all is.na nchar substr strsplit toupper tolower gsub sub grepl readLines readline scan file
      stdin as.integer as.numeric as.character numeric character logical integer plot hist lines points barplot boxplot
      legend lm summary set.seed runif rnorm sample round abs sqrt exp log head tail str stop
    `),
  },
  optional: { megabytes: 54 },
} as const satisfies LanguageEntry;
