import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { PartSkeleton } from '../../ui/states.tsx';
import type { ProgramDocument, TypedElsewhere } from '../editor/program-editor.ts';
import classes from './cases.module.css';

interface CodeFieldProps {
  /** For screen readers; the editor has no visible label of its own. */
  label: string;
  /** The path of the field. */
  name: string;
  /** A change of the language needs another `key`. */
  language: Language;
  text: string;
  mistake: string | undefined;
  onChange: (text: string) => void;
}

const CodeEditor = lazyPart(async () => (await import('../editor/CodeEditor.tsx')).CodeEditor);
const NONE: readonly Diagnostic[] = [];
const FONT_SIZE = 14;

/** The editor of the Workspace as a field of a form. */
export function CodeField(props: CodeFieldProps) {
  const { label, name, language, text, mistake, onChange } = props;
  const hintId = useId();
  const [document] = useState((): ProgramDocument => ({
    key: name,
    languageId: languageOf(language).id,
    readText: () => text,
    attributes: { name, 'aria-label': label },
  }));
  const { fromElsewhere, noteTyped } = useTextFromElsewhere(document, text);
  return (
    <div>
      <div className={classes.code} data-faulty={mistake !== undefined}>
        <Suspense fallback={<PartSkeleton height="100%" />}>
          <CodeEditor
            document={document}
            fromElsewhere={fromElsewhere}
            diagnostics={NONE}
            fontSize={FONT_SIZE}
            describedBy={hintId}
            handle={null}
            onTyped={(_languageId, typed) => {
              noteTyped(typed);
              onChange(typed);
            }}
          />
        </Suspense>
      </div>
      <div id={hintId} className={classes.hint}>
        {mistake !== undefined && <div className={classes.fault}>{mistake}</div>}
        <kbd>Esc</kbd> then <kbd>Tab</kbd> leaves the editor.
      </div>
    </div>
  );
}

/**
 * The text if it was changed by anything but this editor. The page may still show an earlier state while the next key
 * is pressed, so all texts that were typed since the last shown one count as the editor's own.
 */
function useTextFromElsewhere({ key, languageId }: ProgramDocument, text: string) {
  const own = useRef([text]);
  const [fromElsewhere, setFromElsewhere] = useState<TypedElsewhere | null>(null);
  useEffect(() => {
    const at = own.current.lastIndexOf(text);
    if (at === -1) setFromElsewhere({ key, languageId, text });
    own.current = at === -1 ? [text] : own.current.slice(at);
  }, [key, languageId, text]);
  return { fromElsewhere, noteTyped: (typed: string) => own.current.push(typed) };
}
