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

test('a text has a limited number of examples, of limited length', () => {
  const example = '```c step\nint main() {}\n```\n';
  expect(listExamples(example.repeat(30))).toHaveLength(MAX_EXAMPLES);
  expect(listExamples(`\`\`\`c step\n${'x'.repeat(30_000)}\n\`\`\``)).toEqual([]);
});
