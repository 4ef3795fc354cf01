import { expect, test } from 'vitest';
import { leadingIncludes } from './leading-includes.ts';

test('the includes at the start are split off, and every other line keeps its number', () => {
  const source = '// mine\n#include <iostream>\n\n  # include <vector> // list\r\nint main(){}\n';
  expect(leadingIncludes(source)).toEqual({
    block: '#include <iostream>\n#include <vector>\n',
    rest: '// mine\n\n\n\nint main(){}\n',
  });
});

test('an include after any other code stays in the source', () => {
  const source = '#include <cstdio>\n#define N 5\n#include <array>\n';
  expect(leadingIncludes(source)).toEqual({
    block: '#include <cstdio>\n',
    rest: '\n#define N 5\n#include <array>\n',
  });
});

test.for([
  ['a definition before the first include', '#define NDEBUG\n#include <cassert>\n'],
  ['a header of one’s own', '#include "mine.h"\n'],
  ['a path out of the system’s folders', '#include <../../etc/passwd>\n'],
  ['an absolute path', '#include </etc/passwd>\n'],
  ['a comment that hides the line break', '// mine \\\n#include <iostream>\n'],
  ['a comment that goes on', '/* mine\n#include <iostream>\n*/\n'],
  ['a macro in place of the name', '#include HEADER\n'],
  ['no includes at all', 'int main(){}\n'],
  ['an empty source', ''],
])('%s: there is no block', ([, source]) => {
  expect(leadingIncludes(source ?? '')).toBeNull();
});
