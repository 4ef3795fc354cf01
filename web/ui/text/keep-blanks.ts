interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: { hName: string; hProperties: { className: string }; hChildren: Node[] };
}

/**
 * Keeps all blanks of the author: a run of them would collapse to one, and those at the start of a
 * line would be removed.
 */
export function keepBlanks(className: string) {
  return (tree: Node): void => keepIn(tree, className);
}

function keepIn(node: Node, className: string): void {
  if (!node.children) return;
  for (const child of node.children) keepIn(child, className);
  node.children = node.children.flatMap((child, place, children) => {
    if (child.type !== 'text') return [child];
    const previous = children[place - 1];
    const beginsLine = previous === undefined || previous.type === 'break';
    return (child.value ?? '')
      .split(/([ \t]+)/)
      .map((part, index) => {
        const isKept = index % 2 === 1 && (part !== ' ' || (beginsLine && index === 1));
        return isKept ? blanks(part, className) : { type: 'text', value: part };
      })
      .filter(({ value }) => value !== '');
  });
}

/** The empty text before the blanks keeps them from being trimmed as the start of a line. */
const blanks = (value: string, className: string): Node => ({
  type: 'blanks',
  data: {
    hName: 'span',
    hProperties: { className },
    hChildren: [
      { type: 'text', value: '' },
      { type: 'text', value },
    ],
  },
});
