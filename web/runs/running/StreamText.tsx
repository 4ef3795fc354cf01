import { memo, useMemo } from 'react';
import { blocksOf, longestLineLength, withInvisibleShown } from './output-text.ts';
import classes from './OutputPanel.module.css';

interface StreamTextProps {
  text: string;
  showsInvisible: boolean;
  isError?: boolean;
}

const LINE_HEIGHT_EM = 1.5;

/** Program output, column by column. Blocks out of view are not laid out. */
export const StreamText = memo(function StreamText({
  text,
  showsInvisible,
  isError = false,
}: StreamTextProps) {
  const shown = useMemo(
    () => (showsInvisible ? withInvisibleShown(text) : text),
    [text, showsInvisible],
  );
  const blocks = useMemo(() => blocksOf(shown), [shown]);
  const width = useMemo(() => longestLineLength(shown), [shown]);
  return (
    <pre className={classes.stream} data-error={isError || undefined}>
      {blocks.map((block, index) => (
        <span
          // Blocks never move: a new text renders a new list.
          key={index}
          className={classes.block}
          style={{
            containIntrinsicSize: `auto ${width}ch auto ${block.lineCount * LINE_HEIGHT_EM}em`,
          }}
        >
          {`${block.text}\n`}
        </span>
      ))}
    </pre>
  );
});
