import type { Diagnostic } from '@vlabs/contract/runs';
import { ActionIcon, Skeleton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck, IconTextDecrease, IconTextIncrease } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './CodeEditor.tsx';
import { DiagnosticList } from './DiagnosticList.tsx';
import { getLanguage } from './languages.ts';
import { Pane } from './Pane.tsx';
import classes from './Pane.module.css';

const CodeEditor = lazy(async () => ({
  default: (await import('./CodeEditor.tsx')).CodeEditor,
}));

const smallestFontSize = 11;
const usualFontSize = 14;
const largestFontSize = 28;

interface EditorPaneProps extends Omit<CodeEditorProps, 'fontSize'> {
  isKept: boolean;
  onGoTo: (diagnostic: Diagnostic) => void;
}

export function EditorPane({ isKept, onGoTo, ...editor }: EditorPaneProps) {
  const [fontSize, setFontSize] = useLocalStorage({
    key: 'vlabs.editor.font-size',
    defaultValue: usualFontSize,
    getInitialValueInEffect: false,
  });
  const resize = (step: number) =>
    setFontSize((size) => Math.min(largestFontSize, Math.max(smallestFontSize, size + step)));

  return (
    <Pane
      heading="Program"
      note={getLanguage(editor.document.languageId).sourceFile}
      actions={
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Smaller text"
            disabled={fontSize <= smallestFontSize}
            onClick={() => resize(-1)}
          >
            <IconTextDecrease size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Larger text"
            disabled={fontSize >= largestFontSize}
            onClick={() => resize(1)}
          >
            <IconTextIncrease size={18} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <div className={classes.fill}>
        <Suspense fallback={<EditorSkeleton />}>
          <CodeEditor {...editor} fontSize={fontSize} />
        </Suspense>
      </div>
      <DiagnosticList diagnostics={editor.diagnostics} onGoTo={onGoTo} />
      <div className={classes.foot}>
        <span id="editor-keys" className={classes.keys}>
          <kbd>Ctrl</kbd>/<kbd>Cmd</kbd> <kbd>Enter</kbd> executes, <kbd>S</kbd> saves.{' '}
          <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor.
        </span>
        {isKept && (
          <span className={classes.kept}>
            <IconCheck size={14} aria-hidden /> Kept in this browser
          </span>
        )}
      </div>
    </Pane>
  );
}

function EditorSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden>
      {['45%', '30%', '60%', '52%'].map((width) => (
        <Skeleton key={width} height={14} width={width} mb={10} />
      ))}
    </div>
  );
}
