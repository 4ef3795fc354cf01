import type { LanguageSupport, StreamParser } from '@codemirror/language';
import type { Parser } from '@lezer/common';
import {
  type Language,
  type LanguageId,
  languageOf,
  requireLanguage,
} from '@vlabs/contract/runs/languages';

/** The grammar of a language. Grammars are large, so each is loaded when its language is first shown. */
interface Grammar {
  /** For the editor. */
  support: () => Promise<LanguageSupport>;
  /** For text that is only shown. */
  parser: () => Promise<Parser>;
  /** Suggests keywords and built-in names itself. */
  completesItself?: true;
}

/** A grammar that reads line by line. */
function lineByLine(load: () => Promise<StreamParser<unknown>>): Grammar {
  const define = async () => {
    const [{ StreamLanguage }, parser] = await Promise.all([
      import('@codemirror/language'),
      load(),
    ]);
    return StreamLanguage.define(parser);
  };
  return {
    support: async () => {
      const [{ LanguageSupport: Support }, language] = await Promise.all([
        import('@codemirror/language'),
        define(),
      ]);
      return new Support(language);
    },
    parser: async () => (await define()).parser,
  };
}

const cFamily: Grammar = {
  support: async () => (await import('@codemirror/lang-cpp')).cpp(),
  parser: async () => (await import('@lezer/cpp')).parser,
};

const sqlOf = (dialect: 'SQLite' | 'PostgreSQL'): Grammar => ({
  support: async () => {
    const { sql, ...dialects } = await import('@codemirror/lang-sql');
    return sql({ dialect: dialects[dialect] });
  },
  parser: async () => (await import('@codemirror/lang-sql'))[dialect].language.parser,
  completesItself: true,
});

const grammars: Record<Language, Grammar> = {
  c: cFamily,
  cpp: cFamily,
  java: {
    support: async () => (await import('@codemirror/lang-java')).java(),
    parser: async () => (await import('@lezer/java')).parser,
  },
  python: {
    support: async () => (await import('@codemirror/lang-python')).python(),
    parser: async () => (await import('@lezer/python')).parser,
    completesItself: true,
  },
  javascript: {
    support: async () => (await import('@codemirror/lang-javascript')).javascript(),
    parser: async () => (await import('@lezer/javascript')).parser,
  },
  typescript: {
    support: async () =>
      (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
    parser: async () => (await import('@lezer/javascript')).parser.configure({ dialect: 'ts' }),
  },
  csharp: lineByLine(async () => (await import('@codemirror/legacy-modes/mode/clike')).csharp),
  go: {
    support: async () => (await import('@codemirror/lang-go')).go(),
    parser: async () => (await import('@lezer/go')).parser,
  },
  rust: {
    support: async () => (await import('@codemirror/lang-rust')).rust(),
    parser: async () => (await import('@lezer/rust')).parser,
  },
  r: lineByLine(async () => (await import('@codemirror/legacy-modes/mode/r')).r),
  bash: lineByLine(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  assembly: lineByLine(async () =>
    (await import('./word-grammar.ts')).wordGrammar(languageOf('assembly')),
  ),
  lua: lineByLine(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua),
  sqlite: sqlOf('SQLite'),
  postgresql: sqlOf('PostgreSQL'),
};

export const grammarOf = (language: Language): Grammar => grammars[language];

/** For the editor. */
export const loadLanguageSupport = (id: LanguageId): Promise<LanguageSupport> =>
  grammarOf(requireLanguage(id).key).support();
