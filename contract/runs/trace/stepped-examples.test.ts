import { expect, test } from 'vitest';
import { listExamples, MAX_EXAMPLES } from './stepped-examples.ts';

test('a code block that says so is stepped through, with its input', () => {
  const text = [
    'Look:',
    '```python step 3 4\\n5',
    'print(input())',
    '```',
    '```python',
    'print(1)',
    '```',
    '~~~cpp step',
    'int main() {}',
    '~~~',
    '```nothing step',
    'x',
    '```',
  ].join('\n');
  expect(listExamples(text)).toEqual([
    { language: 'python', source: 'print(input())', stdin: '3 4\n5\n' },
    { language: 'cpp', source: 'int main() {}', stdin: '' },
  ]);
});

test('an example in a list loses the indentation of the list', () => {
  const text = [
    '1. Look:',
    '',
    '    ```python step',
    '    if x:',
    '        ```',
    '        print(1)',
    '',
    '    ```',
    '2. ```c step',
    '   int x;',
    '   ```',
    'print(2)',
  ].join('\n');
  expect(listExamples(text).map(({ source }) => source)).toEqual([
    'if x:\n    ```\n    print(1)\n',
    'int x;',
  ]);
});

test('a text has a limited number of examples, of limited length', () => {
  const example = '```c step\nint main() {}\n```\n';
  expect(listExamples(example.repeat(30))).toHaveLength(MAX_EXAMPLES);
  expect(listExamples(`\`\`\`c step\n${'x'.repeat(30_000)}\n\`\`\``)).toEqual([]);
});
