interface Node {
  type: string;
  tagName?: string;
  children?: Node[];
}

const lowestLevel = 6;

/**
 * Shifts the headings of a text below those of the page: the first level becomes the given one,
 * and no level is skipped, whatever the author wrote.
 */
export function levelHeadings(topLevel: number) {
  return (tree: Node): void => {
    const open: number[] = [];
    for (const heading of listHeadings(tree)) {
      const depth = Number(heading.tagName?.slice(1));
      while ((open.at(-1) ?? 0) >= depth) open.pop();
      open.push(depth);
      heading.tagName = `h${Math.min(topLevel + open.length - 1, lowestLevel)}`;
    }
  };
}

function listHeadings(node: Node): Node[] {
  const isHeading = node.type === 'element' && /^h[1-6]$/.test(node.tagName ?? '');
  if (isHeading) return [node];
  return (node.children ?? []).flatMap(listHeadings);
}
