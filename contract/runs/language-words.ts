import type { Language } from './languages.ts';

/** The words of a language, for completion and for comparing programs. */
export interface LanguageWords {
  keywords: readonly string[];
  /** Built-in types, which are interchangeable when programs are compared. */
  types: readonly string[];
  /** Words that a program may have or leave out. */
  optional: readonly string[];
  /** Names of the standard library of a first course. */
  library: readonly string[];
}

const words = (list: string): string[] => list.trim().split(/\s+/).filter(Boolean);

const cTypes = words(`
  void char short int long float double signed unsigned bool _Bool size_t ssize_t int8_t int16_t int32_t int64_t uint8_t
  uint16_t uint32_t uint64_t
`);
const cKeywords = words(`
  break case continue default do else enum for goto if return sizeof struct switch typedef union while
`);

/** By language; a word is in one list only. */
export const languageWords: Record<Language, LanguageWords> = {
  c: {
    keywords: cKeywords,
    types: cTypes,
    optional: words('auto const extern inline register restrict static volatile'),
    library: words(`
      include define true false NULL main printf scanf fgets puts putchar getchar malloc calloc realloc free
      strlen strcmp strcpy strncpy strcat memset memcpy qsort atoi abs sqrt pow stdio stdlib string stdbool stdint limits
    `),
  },
  cpp: {
    keywords: [
      ...cKeywords,
      ...words(`
        catch class delete dynamic_cast false friend namespace new nullptr operator reinterpret_cast static_cast
        template this throw true try typename using virtual
      `),
    ],
    types: [...cTypes, ...words('auto wchar_t char8_t char16_t char32_t')],
    optional: words(`
      const constexpr consteval extern explicit inline mutable noexcept override final private protected public register
      static volatile
    `),
    library: words(`
      alignas alignof decltype export include define std iostream vector string map set unordered_map unordered_set queue
      priority_queue stack deque pair tuple array algorithm numeric utility cmath climits iomanip sstream cout cin cerr
      endl getline push_back emplace_back begin end size empty clear insert erase find sort reverse unique lower_bound
      upper_bound swap min max accumulate make_pair to_string stoi setprecision fixed main
    `),
  },
  java: {
    keywords: words(`
      assert break case catch class continue default do else enum extends false finally for if implements instanceof
      interface new null record return super switch this throw throws true try while yield
    `),
    types: words(`
      boolean byte char double float int long short var void Boolean Byte Character Double Float Integer Long Short
    `),
    optional: words(`
      abstract final native private protected public static strictfp synchronized transient volatile
    `),
    library: words(`
      import package String System StringBuilder Object Math Scanner BufferedReader InputStreamReader IOException Exception
      RuntimeException List ArrayList LinkedList Map HashMap TreeMap Set HashSet TreeSet Queue PriorityQueue Deque
      ArrayDeque Stack Arrays Collections Iterator Comparator Optional Main main args println printf print length charAt
      substring equals hashCode toString nextInt nextLine hasNext hasNextInt parseInt valueOf add get put remove contains
      containsKey getOrDefault isEmpty sort format java util
    `),
  },
  python: {
    keywords: words(`
      False None True and assert async await break class continue def del elif else except finally for global if in is
      lambda nonlocal not or pass raise return try while with yield match case
    `),
    types: [],
    optional: [],
    library: words('import from as'),
  },
};
