interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: { hName: string; hProperties: { className: string }; hChildren: Node[] };
}

/**
 * Shows each blank that the author wrote: those in a row would shrink to one, and those that begin a
 * line after a break would be taken away.
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

/** An empty text stands before the blanks: what begins a line is looked for, and cut, there. */
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
