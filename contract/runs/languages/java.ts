import { type LanguageEntry, wordsIn } from './entry.ts';

export const java = {
  key: 'java',
  id: 62,
  name: 'Java',
  extensions: ['java'],
  sourceFile: 'Main.java',
  // Java requires the file to be named after its public class.
  sourceFileInMessages: /^(?:\/box\/)?[^/]+\.java$/,
  fileInArchive: 'Main.java',
  isCompiled: true,
  emptyProgram: 'class Main { public static void main(String[] arguments) {} }',
  syntax: {
    lineComments: ['//'],
    blockComments: [['/*', '*/']],
    longTexts: [['"""', '"""']],
    imports: ['import', 'package'],
  },
  words: {
    keywords: wordsIn(`
      assert break case catch class continue default do else enum extends false finally for if implements instanceof
      interface new null record return super switch this throw throws true try while yield
    `),
    types: wordsIn(`
      boolean byte char double float int long short var void Boolean Byte Character Double Float Integer Long Short
    `),
    optional: wordsIn(`
      abstract final native private protected public static strictfp synchronized transient volatile
    `),
    library: wordsIn(`
      import package String System StringBuilder Object Math Scanner BufferedReader InputStreamReader IOException Exception
      RuntimeException List ArrayList LinkedList Map HashMap TreeMap Set HashSet TreeSet Queue PriorityQueue Deque
      ArrayDeque Stack Arrays Collections Iterator Comparator Optional Main main args println printf print length charAt
      substring equals hashCode toString nextInt nextLine hasNext hasNextInt parseInt valueOf add get put remove contains
      containsKey getOrDefault isEmpty sort format java util
    `),
  },
  hint: 'Name the class that holds main "Main".',
} as const satisfies LanguageEntry;
