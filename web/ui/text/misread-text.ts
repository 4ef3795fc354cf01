import { markdownToPlain } from '@vlabs/contract/text/plain-text';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

interface Point {
  offset?: number | undefined;
}

interface Node {
  type: string;
  value?: string;
  alt?: string | null | undefined;
  children?: Node[];
  position?: { start: Point; end: Point } | undefined;
}

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath);

/** Blocks that an option loses, because it is rendered inline. */
const BLOCKS = new Set(['heading', 'list', 'blockquote', 'thematicBreak', 'table']);
/** Nodes that are not rendered, or rendered elsewhere. */
const GONE = new Set(['definition', 'footnoteDefinition', 'footnoteReference']);
const EMPHASIS = new Set(['emphasis', 'strong', 'delete', 'link', 'image']);

/**
 * The text that students see if plain text such as `2*3*4` is taken for Markdown; null if it is
 * shown as intended.
 */
export function findMisread(typed: string, isOption: boolean): string | null {
  const text = typed.trim();
  if (text === '' || markdownToPlain(text) !== null) return null;
  const tree: Node = parser.parse(text);
  const shown = readShown(tree).replaceAll(/\s+/g, ' ').trim();
  return shown === '' || isMisread(tree, { text, isOption }) ? shown : null;
}

function readShown({ type, value, alt, children }: Node): string {
  if (GONE.has(type)) return '';
  if (type === 'break') return '\n';
  const inner = (children ?? []).map(readShown).join(HAS_BLOCKS.has(type) ? '\n' : '');
  return value ?? alt ?? inner;
}

const HAS_BLOCKS = new Set(['root', 'list', 'listItem', 'blockquote', 'table', 'tableRow']);

interface Typed {
  text: string;
  isOption: boolean;
}

function isMisread(node: Node, typed: Typed): boolean {
  const { type, children = [] } = node;
  const isAtOdds =
    GONE.has(type) ||
    (typed.isOption && BLOCKS.has(type)) ||
    (EMPHASIS.has(type) && isChance(node, typed)) ||
    (type === 'inlineMath' && isPrice(node, typed)) ||
    (type === 'text' && isChanged(node, typed));
  return isAtOdds || children.some((child) => isMisread(child, typed));
}

const startOf = (node: Node): number => node.position?.start.offset ?? 0;
const endOf = (node: Node): number => node.position?.end.offset ?? 0;

/** Markup within names and products: `__init__`, `2*3*4`, `a[i](x)`, `~x~`. */
function isChance(node: Node, { text, isOption }: Typed): boolean {
  const [start, end] = [startOf(node), endOf(node)];
  const mark = text.charAt(start);
  const isAddress = node.type === 'link' && mark !== '[';
  if (isAddress) return false;
  if (mark === '_') return isOption || text.startsWith('__', start);
  if (mark === '~' && !text.startsWith('~~', start)) return true;
  return /[\w)\]]/.test(text.charAt(start - 1)) || /[\w([]/.test(text.charAt(end));
}

/** The dollars of a formula touch it, and no digit follows. */
function isPrice(node: Node, { text }: Typed): boolean {
  const [start, end] = [startOf(node), endOf(node)];
  if (text.startsWith('$$', start)) return false;
  const inner = text.slice(start + 1, end - 1);
  return inner.trim() !== inner || /\d/.test(text.charAt(end));
}

/** Entities, and indented lines that are joined. */
function isChanged(node: Node, { text, isOption }: Typed): boolean {
  const source = text.slice(startOf(node), endOf(node));
  const isJoined = isOption ? source.includes('\n') : /\n[ \t]/.test(source);
  return (
    isJoined ||
    /(?<!\\)&#?\w{1,31};/.test(source.replaceAll(/&#(?:9|32);/g, '')) ||
    /\\[!"%'(),/;?@^{}]/.test(source.replaceAll('\\\\', ''))
  );
}
