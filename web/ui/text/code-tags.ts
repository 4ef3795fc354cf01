import { type Tag, tags } from '@lezer/highlight';

/** Token types that have a colour in `code-colors.css`. */
export const codeTags: readonly { name: string; tag: readonly Tag[] }[] = [
  {
    name: 'keyword',
    tag: [
      tags.keyword,
      tags.modifier,
      tags.self,
      tags.bool,
      tags.null,
      tags.controlKeyword,
      tags.moduleKeyword,
    ],
  },
  { name: 'string', tag: [tags.string, tags.character, tags.special(tags.string)] },
  { name: 'number', tag: [tags.number, tags.escape, tags.regexp] },
  { name: 'comment', tag: [tags.comment] },
  { name: 'type', tag: [tags.typeName, tags.className, tags.namespace] },
  {
    name: 'function',
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
  },
  { name: 'meta', tag: [tags.processingInstruction, tags.meta, tags.annotation] },
];

export function codeColor(name: string): string {
  return `var(--code-${name})`;
}
