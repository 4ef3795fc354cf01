import { requireLanguage } from '@vlabs/contract/runs/languages';
import type { TextFile } from '@vlabs/contract/runs/program-text';
import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { ActionIcon, Skeleton } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useDeviceSetting } from '../../platform/storage/use-device-setting.ts';
import IconTextDecrease from '~icons/text-decrease';
import IconTextIncrease from '~icons/text-increase';
import { type ReactNode, Suspense, useId, useRef } from 'react';
import { lazyPart } from '../../ui/frame/lazy-part.ts';
import type { CodeEditorHandle, CodeEditorProps } from './CodeEditor.tsx';
import { DiagnosticList } from './DiagnosticList.tsx';
import { AddFile, FileTabs } from './FileTabs.tsx';
import { SymbolKeys } from './SymbolKeys.tsx';
import { useEditorFiles } from './use-editor-files.ts';
import { DropArea } from '../layout/DropArea.tsx';
import { Pane } from '../layout/Pane.tsx';
import { useNeedsSymbols } from '../layout/use-room.ts';
import classes from '../layout/Pane.module.css';

const CodeEditor = lazyPart(async () => (await import('./CodeEditor.tsx')).CodeEditor);

/** One constant array: a new array would mark the program again. */
const NONE: readonly Diagnostic[] = [];
const NO_FILES: readonly TextFile[] = [];
const SMALLEST_FONT_SIZE = 11;
const USUAL_FONT_SIZE = 14;
const LARGEST_FONT_SIZE = 28;

interface EditorPaneProps extends Omit<CodeEditorProps, 'fontSize' | 'describedBy'> {
  /** The teacher's files, which are shown and cannot be changed. */
  given?: readonly TextFile[];
  /** False until the text of the editor is known. */
  isReady: boolean;
  /** Next to the buttons for the size of the text. */
  tools: ReactNode;
  /** The keys that the page handles, in a phrase. */
  keys: ReactNode;
  /** Whether the text is saved. */
  saved: ReactNode;
  /** A file was dropped on the editor; null if files can't be opened. */
  onOpen: ((file: File) => void) | null;
  onGoTo: (diagnostic: Diagnostic) => void;
}

/** The editor with the size of its text, and what the compiler says. It knows no page. */
export function EditorPane(props: EditorPaneProps) {
  const { given = NO_FILES, isReady, tools, keys, saved, onOpen, onGoTo, handle } = props;
  const { document, fromElsewhere, onTyped } = props;
  const { diagnostics, isReadOnly = false } = props;
  const files = useEditorFiles({ document, fromElsewhere, onTyped, given });
  const isFixed = isReadOnly || files.isGiven;
  const [fontSize, setFontSize] = useDeviceSetting({
    key: 'vlabs.editor.font-size',
    defaultValue: USUAL_FONT_SIZE,
  });
  const keysId = useId();
  const needsKeys = useNeedsSymbols();
  const code = useRef<CodeEditorHandle>(null);
  const codeHandle = useMergedRef(code, handle);
  const resize = (step: number) =>
    setFontSize((size) => Math.min(LARGEST_FONT_SIZE, Math.max(SMALLEST_FONT_SIZE, size + step)));

  return (
    <Pane
      heading="Program"
      note={requireLanguage(document.languageId).sourceFile}
      actions={
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Smaller text"
            disabled={fontSize <= SMALLEST_FONT_SIZE}
            onClick={() => resize(-1)}
          >
            <IconTextDecrease size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Larger text"
            disabled={fontSize >= LARGEST_FONT_SIZE}
            onClick={() => resize(1)}
          >
            <IconTextIncrease size={18} aria-hidden />
          </ActionIcon>
          {isReady && !isReadOnly && <AddFile files={files} />}
          {tools}
        </>
      }
    >
      {isReady && <FileTabs files={files} isReadOnly={isReadOnly} />}
      <DropArea onOpen={onOpen}>
        <Suspense fallback={<EditorSkeleton />}>
          {isReady ? (
            <CodeEditor
              document={files.document}
              fromElsewhere={files.fromElsewhere}
              onTyped={files.onTyped}
              isReadOnly={isFixed}
              diagnostics={files.active === '' ? diagnostics : NONE}
              handle={codeHandle}
              fontSize={fontSize}
              describedBy={keysId}
            />
          ) : (
            <EditorSkeleton />
          )}
        </Suspense>
      </DropArea>
      {needsKeys && (
        <SymbolKeys
          isDisabled={!isReady || isFixed}
          onPress={(text, by) => {
            code.current?.typeSymbol(text);
            if (by === 'pointer') code.current?.focus();
          }}
        />
      )}
      <DiagnosticList
        diagnostics={diagnostics}
        onGoTo={(diagnostic) => {
          // They are about the main file, which is in the editor from the next frame on.
          files.open('');
          requestAnimationFrame(() => onGoTo(diagnostic));
        }}
      />
      <div className={classes.foot}>
        <span id={keysId} className={classes.keys}>
          {keys} <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor.
        </span>
        {saved}
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
