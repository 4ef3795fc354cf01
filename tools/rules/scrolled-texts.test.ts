import { expect, test } from 'vitest';
import { findUnreachableTexts } from './scrolled-texts.ts';

const sheet = {
  path: 'web/runs/Output.module.css',
  text: '.whole {\n  margin: 0;\n}\n\n.long {\n  max-height: 9rem;\n  overflow: auto;\n}\n',
};

function linesOf(box: string): number[] {
  const text = `import classes from './Output.module.css';\nconst Output = () => (\n  ${box}\n);\n`;
  return findUnreachableTexts([sheet, { path: 'web/runs/Output.tsx', text }]).map(
    ({ line }) => line,
  );
}

test('a text that scrolls and cannot be focused is found', () => {
  expect(linesOf('<pre className={classes.long}>{text}</pre>')).toEqual([3]);
  expect(linesOf('<Box component="pre" className={classes.long}>{text}</Box>')).toEqual([3]);
  expect(linesOf('<Code block>{text}</Code>')).toEqual([3]);
});

test('a text that can be focused, or does not scroll, is not found', () => {
  for (const box of [
    '<pre className={classes.long} tabIndex={0}>{text}</pre>',
    '<Box component="pre" className={classes.long} tabIndex={0}>{text}</Box>',
    '<Code block tabIndex={0}>{text}</Code>',
    '<Code>{text}</Code>',
    '<pre className={classes.whole}>{text}</pre>',
    '<pre>{text}</pre>',
  ]) {
    expect(linesOf(box)).toEqual([]);
  }
});
