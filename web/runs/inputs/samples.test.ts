import { expect, test } from 'vitest';
import { findSamples } from './samples.ts';

test('samples are found by the title after the fence', () => {
  const statement = `
Add two numbers.

\`\`\`text title="Sample input"
1 2
\`\`\`

\`\`\`sample-output
3
\`\`\`
`;
  expect(findSamples(statement)).toEqual([
    { name: 'Sample 1', stdin: '1 2\n', expectedOutput: '3\n' },
  ]);
});

const block = (title: string, text: string) => `${title}\n\n~~~\n${text}\n~~~\n`;

test('samples are found by the line above the fence, each input with its output', () => {
  const statement = [
    block('## Sample Input 1', '5'),
    block('**Sample Output 1:**', '25'),
    block('Example input', '-2'),
    block('Example output', '4'),
    block('Sample output', 'without an input'),
  ].join('\n');
  expect(findSamples(statement)).toEqual([
    { name: 'Sample 1', stdin: '5\n', expectedOutput: '25\n' },
    { name: 'Sample 2', stdin: '-2\n', expectedOutput: '4\n' },
    { name: 'Sample 3', stdin: '', expectedOutput: 'without an input\n' },
  ]);
});

test('blocks titled just input and output are samples', () => {
  const statement = `## Input\n\nTwo numbers.\n\n\`\`\`input\n1 2\n\`\`\`\n\`\`\`output\n3\n\`\`\`\n${block('**Input 2:**', '4 5')}`;
  expect(findSamples(statement)).toEqual([
    { name: 'Sample 1', stdin: '1 2\n', expectedOutput: '3\n' },
    { name: 'Sample 2', stdin: '4 5\n', expectedOutput: '' },
  ]);
  expect(findSamples('Input\n\nis read as\n\n~~~\nx = input()\n~~~\n')).toEqual([]);
});

test('other code is not a sample, and a fence within a fence is text', () => {
  const statement = '````md\n```sample input\n1\n```\n````\n\n```cpp\nint main() {}\n```\n';
  expect(findSamples(statement)).toEqual([]);
  expect(findSamples('no code at all')).toEqual([]);
});
