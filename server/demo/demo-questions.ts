import { KIND_OF_FOUR, bodyOfFour, keyOfFour } from '@vlabs/contract/kinds/four-options';
import type { NewQuestion } from '../quizzes/questions/questions.queries.ts';

type Written = readonly [title: string, options: readonly string[], correctAnswer: number];

export const stacks: readonly Written[] = [
  [
    'What does this program print?\n\n```c\n#include <stdio.h>\n\nint main(void) {\n  int stack[4], top = 0;\n  for (int i = 1; i <= 4; i++) stack[top++] = i;\n  while (top > 1) printf("%d", stack[--top]);\n}\n```',
    ['`432`', '`4321`', '`1234`', '`321`'],
    1,
  ],
  [
    'Which order does a **stack** give back?',
    ['First in, first out', 'Last in, first out', 'Smallest first', 'Any order'],
    2,
  ],
  [
    'A queue is kept in an array of $n$ places as a ring. How many items can it hold if one place is left free to tell full from empty?',
    ['$n$', '$n + 1$', '$n - 1$', '$n / 2$'],
    3,
  ],
  [
    'What is the postfix form of `(a + b) * c`?',
    ['`a b c + *`', '`* + a b c`', '`a b * c +`', '`a b + c *`'],
    4,
  ],
  [
    'How long does `push` take on a linked stack of $n$ items?',
    ['$O(1)$', '$O(\\log n)$', '$O(n)$', '$O(n \\log n)$'],
    1,
  ],
];

export const trees: readonly Written[] = [
  [
    'A binary search tree is read **in order**. What comes out?',
    ['The keys in rising order', 'The root first', 'The leaves only', 'The keys by level'],
    1,
  ],
  [
    'What is the largest number of nodes in a binary tree of height $h$, a root alone having height 0?',
    ['$2^h$', '$2^{h+1} - 1$', '$2^h - 1$', '$h^2$'],
    2,
  ],
  [
    'Into an empty binary search tree go 5, 2, 8, 1, 9. Which keys are leaves?',
    ['1 and 9', '2 and 8', '5 alone', '1, 2 and 9'],
    1,
  ],
  [
    'Which traversal frees a tree safely, children before their parent?',
    ['Pre-order', 'In-order', 'Post-order', 'By level'],
    3,
  ],
];

export const pointers: readonly Written[] = [
  [
    'What does this program print?\n\n```c\n#include <stdio.h>\n\nint main(void) {\n  int a[] = {2, 4, 6, 8};\n  int *p = a + 1;\n  printf("%d", *(p + 2) - *p);\n}\n```',
    ['`2`', '`4`', '`6`', '`8`'],
    2,
  ],
  [
    '`int *p = NULL;` What does reading `*p` do?',
    [
      'It gives 0',
      'It gives the address',
      'It is undefined, and ends most programs',
      'It does not compile',
    ],
    3,
  ],
  [
    'Which call gives back memory that `malloc` gave?',
    ['`delete`', '`free`', '`release`', '`dispose`'],
    2,
  ],
  [
    'What is the type of `&x` after `double x;`?',
    ['`double`', '`double &`', '`void *`', '`double *`'],
    4,
  ],
  [
    'How are the parameters of a C function passed?',
    ['By value', 'By reference', 'By name', 'As the compiler likes'],
    1,
  ],
];

export const python: readonly Written[] = [
  [
    'What does this program print?\n\n```python\nwords = ["lab", "quiz", "test"]\nprint(sum(len(word) for word in words))\n```',
    ['`3`', '`10`', '`11`', '`12`'],
    3,
  ],
  ['What is `7 // 2` in Python?', ['`3`', '`3.5`', '`4`', '`1`'], 1],
  [
    'Which of these can be changed after it was made?',
    ['A tuple', 'A string', 'A list', 'A number'],
    3,
  ],
  [
    'What does this program print?\n\n```python\nx = [1, 2, 3]\ny = x\ny.append(4)\nprint(len(x))\n```',
    ['`3`', '`4`', '`7`', 'Nothing'],
    2,
  ],
];

export const scheduling: readonly Written[] = [
  [
    'Three jobs of 6, 2 and 4 ms arrive together. What is the mean waiting time with **shortest job first**?',
    ['$2\\tfrac{2}{3}$ ms', '$4$ ms', '$6$ ms', '$8$ ms'],
    1,
  ],
  [
    'Which rule can let a job starve?',
    ['First come, first served', 'Round robin', 'Priority without ageing', 'None of these'],
    3,
  ],
  [
    'In round robin, a very long time slice behaves like',
    ['shortest job first', 'first come, first served', 'a lottery', 'priority scheduling'],
    2,
  ],
];

export const asQuestions = (written: readonly Written[]): NewQuestion[] =>
  written.map(([title, options, correctAnswer], index) => ({
    number: index + 1,
    kind: KIND_OF_FOUR,
    isFour: true,
    title,
    body: bodyOfFour(options),
    key: keyOfFour([correctAnswer]),
    points: null,
    variants: [],
  }));
