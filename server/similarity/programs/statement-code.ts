import { createHash } from 'node:crypto';
import { listCodeBlocks } from '@vlabs/contract/text/code-blocks';

/** The code blocks in a statement, which students may copy. */
export const listStatementCode = (markdown: string): string[] =>
  listCodeBlocks(markdown).map(({ text }) => text);

/** Identifies the ignored code, to detect changes. */
export function hashLeftOut(leftOut: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(leftOut)).digest('base64url');
}
