interface Node {
  type: string;
  children?: Node[];
  position?: { start: { offset?: number | undefined } } | undefined;
  data?: { hProperties?: Record<string, unknown> } | undefined;
}

/** A `$$` formula on its own line is a block, even if it is all on one line. */
export function displayMath() {
  return (tree: Node, file: unknown): void => setApart(tree, String(file));
}

function setApart(node: Node, source: string): void {
  const children = node.children ?? [];
  const [only] = children;
  if (node.type === 'paragraph' && children.length === 1 && only?.type === 'inlineMath') {
    const start = only.position?.start.offset ?? 0;
    if (!source.startsWith('$$', start)) return;
    only.data = { ...only.data, hProperties: { className: ['language-math', 'math-display'] } };
    return;
  }
  for (const child of children) setApart(child, source);
}
