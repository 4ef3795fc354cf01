import { cKeywords, cSyntax, cTypes } from './c.ts';
import { type LanguageEntry, wordsIn } from './entry.ts';

export const cpp = {
  key: 'cpp',
  id: 54,
  // Judge0's Python client requests C++ with this number.
  aliasIds: [52],
  name: 'C++',
  otherNames: ['c++'],
  extensions: ['cpp', 'cc', 'cxx', 'c++', 'hpp', 'hh', 'hxx'],
  sourceFile: 'main.cpp',
  sourceFileInMessages: /(?:^|\/)main\.cpp$/,
  fileInArchive: 'main.cpp',
  isCompiled: true,
  emptyProgram: 'int main() { return 0; }',
  syntax: cSyntax,
  words: {
    keywords: [
      ...cKeywords,
      ...wordsIn(`
        catch class delete dynamic_cast false friend namespace new nullptr operator reinterpret_cast static_cast
        template this throw true try typename using virtual
      `),
    ],
    types: [...cTypes, ...wordsIn('auto wchar_t char8_t char16_t char32_t')],
    optional: wordsIn(`
      const constexpr consteval extern explicit inline mutable noexcept override final private protected public register
      static volatile
    `),
    library: wordsIn(`
      alignas alignof decltype export include define std iostream vector string map set unordered_map unordered_set queue
      priority_queue stack deque pair tuple array algorithm numeric utility cmath climits iomanip sstream cout cin cerr
      endl getline push_back emplace_back begin end size empty clear insert erase find sort reverse unique lower_bound
      upper_bound swap min max accumulate make_pair to_string stoi setprecision fixed main
    `),
  },
} as const satisfies LanguageEntry;
