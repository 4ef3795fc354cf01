import type { TestCase } from '@vlabs/contract/runs/test-case';

/** The demo's four assignments and hand-ins. */

export interface DemoAssignment {
  title: string;
  text: string;
  languageId: number;
  maxMarks: number;
  dueInDays: number | null;
  /** How many students have handed in, and how many of those are marked. */
  handedIn: number;
  marked: number;
  /** Test cases for every program. */
  tests?: readonly TestCase[];
}

const sorting = `Read a list of whole numbers and print it in ascending order. Do not use the library's sort.

## Input
The first line has $n$, at most 1000. The second line has $n$ whole numbers.

## Output
The numbers in ascending order, with one space between.

## Sample
\`\`\`input
5
3 1 4 1 5
\`\`\`
\`\`\`output
1 1 3 4 5
\`\`\`
`;

const matrix = `Multiply two matrices $A$ ($n \\times m$) and $B$ ($m \\times p$):

$$C_{ij} = \\sum_{k=1}^{m} A_{ik} B_{kj}$$

Read $n$, $m$ and $p$, then the rows of $A$, then those of $B$. Print the rows of $C$.

Say in a comment how many multiplications your program makes, and why.
`;

const bank = `Write a class \`Account\` with the methods \`deposit\`, \`withdraw\` and \`balance\`.

- A withdrawal that is more than the balance changes nothing and prints \`Insufficient balance\`.
- Amounts are in rupees, with two digits after the point.
- \`main\` reads commands until the end of its input: \`deposit 100.00\`, \`withdraw 30.50\`, \`balance\`.

| command | prints |
|---|---|
| \`balance\` | the balance, like \`69.50\` |
| \`withdraw\` | nothing, or \`Insufficient balance\` |
`;

const words = `Read text until the end of the input and print the ten words that come most often, each with its count.

Words are compared without case and printed in small letters, one a line, with a space before the count. Words that come equally often are printed in the order of the alphabet.

\`\`\`python
# What you may find useful:
from collections import Counter
\`\`\`
`;

const usual = {
  timeLimitMs: 2000,
  memoryLimitKb: 256_000,
  comparison: 'ignoring-space',
  tolerance: 0,
} as const;

const testsOfWords: readonly TestCase[] = [
  {
    ...usual,
    name: 'one line',
    input: 'the cat and the dog\n',
    expectedOutput: 'the 2\nand 1\ncat 1\ndog 1\n',
    points: 4,
    isHidden: false,
  },
  {
    ...usual,
    name: 'capital letters, several lines',
    input: 'Be see\nbe a See\nBE\n',
    expectedOutput: 'be 3\nsee 2\na 1\n',
    points: 3,
    isHidden: true,
  },
  {
    ...usual,
    name: 'more than ten words',
    input: 'l k j i h g f e d c b a\n',
    expectedOutput: 'a 1\nb 1\nc 1\nd 1\ne 1\nf 1\ng 1\nh 1\ni 1\nj 1\n',
    points: 3,
    isHidden: true,
  },
];

export const demoAssignments: readonly DemoAssignment[] = [
  {
    title: 'Lab 1: Sort without the library',
    text: sorting,
    languageId: 50,
    maxMarks: 10,
    dueInDays: -2,
    handedIn: 34,
    marked: 22,
  },
  {
    title: 'Lab 2: Multiply matrices',
    text: matrix,
    languageId: 54,
    maxMarks: 10,
    dueInDays: 1,
    handedIn: 12,
    marked: 0,
  },
  {
    title: 'Lab 3: A bank account',
    text: bank,
    languageId: 62,
    maxMarks: 20,
    dueInDays: 6,
    handedIn: 0,
    marked: 0,
  },
  {
    title: 'Practice: Count words',
    text: words,
    languageId: 71,
    maxMarks: 10,
    dueInDays: null,
    handedIn: 0,
    marked: 0,
    tests: testsOfWords,
  },
];
