import type { TextFile } from '@vlabs/contract/runs/program-text';
import { showLinesOf } from '../../ui/progress/show-part.ts';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import classes from './program.module.css';

interface GivenFilesProps {
  files: readonly TextFile[] | undefined;
  kind: 'read only' | 'hidden';
}

/** The teacher's files, without an editor. */
export function GivenFiles({ files = [], kind }: GivenFilesProps) {
  return files.map(({ path, text }) => (
    <details key={path} className={classes.givenFile} open={files.length === 1}>
      <summary>
        {path}, {kind}, {showLinesOf(text)}
      </summary>
      <CodeBlock text={text} language={path.split('.').at(-1) ?? ''} title={path} />
    </details>
  ));
}
