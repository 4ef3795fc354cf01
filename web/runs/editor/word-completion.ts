import {
  completeAnyWord,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from '@codemirror/autocomplete';
import { type Language, type LanguageId, requireLanguage } from '@vlabs/contract/runs/languages';

const words = (list: string) => list.trim().split(/\s+/);

const cWords = words(`
  auto break case char const continue default do double else enum extern float for goto if inline int long register
  restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
  include define bool true false NULL size_t main printf scanf fgets puts putchar getchar malloc calloc realloc free
  strlen strcmp strcpy strncpy strcat memset memcpy qsort atoi abs sqrt pow stdio stdlib string stdbool stdint limits
`);

const cppWords = words(`
  alignas alignof auto bool break case catch char class const constexpr continue decltype default delete do double
  else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
  nullptr operator override private protected public return short signed sizeof static static_cast struct switch
  template this throw true try typedef typename union unsigned using virtual void volatile while
  include define std iostream vector string map set unordered_map unordered_set queue priority_queue stack deque pair
  tuple array algorithm numeric utility cmath climits iomanip sstream cout cin cerr endl getline push_back emplace_back
  begin end size empty clear insert erase find sort reverse unique lower_bound upper_bound swap min max accumulate
  make_pair to_string stoi setprecision fixed main
`);

const javaWords = words(`
  abstract assert boolean break byte case catch char class const continue default do double else enum extends false
  final finally float for if implements import instanceof int interface long native new null package private protected
  public record return short static strictfp super switch synchronized this throw throws transient true try var void
  volatile while
  String System StringBuilder Integer Long Double Character Boolean Object Math Scanner BufferedReader
  InputStreamReader IOException Exception RuntimeException List ArrayList LinkedList Map HashMap TreeMap Set HashSet
  TreeSet Queue PriorityQueue Deque ArrayDeque Stack Arrays Collections Iterator Comparator Optional Main main args
  println printf print length charAt substring equals hashCode toString nextInt nextLine hasNext hasNextInt parseInt
  valueOf add get put remove contains containsKey getOrDefault isEmpty sort format java util
`);

/** CodeMirror's Python package already completes keywords and built-in names. */
const pythonWords: string[] = [];

const WORDS_BY_LANGUAGE: Record<Language, readonly string[]> = {
  c: cWords,
  cpp: cppWords,
  java: javaWords,
  python: pythonWords,
};

/** Keywords and the standard library names of a first course. */
export const languageWords = (languageId: LanguageId): readonly string[] =>
  WORDS_BY_LANGUAGE[requireLanguage(languageId).key];

/** Syntax nodes in which nothing is suggested. */
const PROSE_NODES = ['String', 'RawString', 'LineComment', 'BlockComment', 'Comment'];
const SHORTEST_WORD = 2;

/** Suggests the language's words and the words of the program. */
export function wordCompletion(languageId: LanguageId): CompletionSource {
  const known = languageWords(languageId);
  const knownOptions = known.map((label) => ({ label, type: 'keyword' }));

  return ifNotIn(PROSE_NODES, async (context: CompletionContext) => {
    const typed = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]{0,249}$/u);
    if (!typed || (typed.text.length < SHORTEST_WORD && !context.explicit)) return null;
    const written: CompletionResult | null = await completeAnyWord(context);
    const isNew = (label: string) => label !== typed.text;
    const ownOptions = (written?.options ?? []).filter(
      ({ label }) => isNew(label) && !known.includes(label),
    );
    return {
      from: typed.from,
      options: [...knownOptions.filter(({ label }) => isNew(label)), ...ownOptions],
      validFor: /^[\p{L}_][\p{L}\p{N}_]*$/u,
    };
  });
}
