import type { TextFile } from '@vlabs/contract/runs/program-text';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';

interface GivenFilesProps {
  files: readonly TextFile[] | undefined;
  kind: 'read only' | 'hidden';
}

/** The teacher's files, without an editor. */
export function GivenFiles({ files = [], kind }: GivenFilesProps) {
  return files.map(({ path, text }) => (
    <CodeBlock
      key={path}
      text={text}
      language={path.split('.').at(-1) ?? ''}
      title={`${path}, ${kind}`}
    />
  ));
}
