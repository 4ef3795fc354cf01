import { areQueries, languageOf } from '@vlabs/contract/runs/languages';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { CodeEditorHandle } from '../../runs/editor/CodeEditor.tsx';
import { EditorPane } from '../../runs/editor/EditorPane.tsx';
import { inputWords } from '../../runs/inputs/input-words.ts';
import { Pane } from '../../runs/layout/Pane.tsx';
import paneClasses from '../../runs/layout/Pane.module.css';
import { useIsPhone, useIsRoomy } from '../../runs/layout/use-room.ts';
import { OutputArea } from '../../runs/terminal/OutputArea.tsx';
import { formatTime } from '../../ui/dates/dates.ts';
import { showLinesOf } from '../../ui/progress/show-part.ts';
import type { AnswerProps } from '../parts/view.tsx';
import classes from './program.module.css';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';
import { ProgramPanes, type ProgramTab } from './ProgramPanes.tsx';
import { ProgramToolbar } from './ProgramToolbar.tsx';
import { RunProblem } from './RunProblem.tsx';
import { Samples } from './Samples.tsx';
import { useChecks } from './use-checks.tsx';
import { useProgramAnswer } from './use-program-answer.tsx';
import { Button } from '@mantine/core';
import IconRestore from '~icons/restore';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** The student's program: written, checked on the samples, and run on an input of their own. */
export function ProgramAnswerField(props: AnswerProps<ProgramBody>) {
  const { body, isLocked, statement, savedAt, runTag = '', onLeave } = props;
  const program = useProgramAnswer(props);
  const [tab, setTab] = useState<ProgramTab>('question');
  const output = useRef<HTMLDivElement>(null);
  const onStart = () => {
    setTab('output');
    // It may be below the window, and on a phone it appears in the next frame.
    requestAnimationFrame(() => output.current?.scrollIntoView({ block: 'nearest' }));
  };
  const checks = useChecks({ body, program, isLocked, runTag, onStart, onLeave });
  const { current, run, live, view, stdin, setStdin, canRun, hasSamples } = checks;
  const editor = useRef<CodeEditorHandle>(null);
  const isQuery = areQueries(body.languages);
  const words = inputWords(isQuery);
  const isRoomy = useIsRoomy() && statement !== undefined;
  const isPhone = useIsPhone();

  const press = (event: KeyboardEvent) => {
    const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isMeant || event.altKey || event.shiftKey) return;
    // The editor would insert a line.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) checks.check();
  };

  return (
    <div className={classes.answer} onKeyDownCapture={press} onBlur={() => onLeave?.()}>
      <ProgramPanes
        isRoomy={isRoomy}
        tab={isPhone ? tab : null}
        onChooseTab={setTab}
        statement={
          <>
            {statement}
            <Samples body={body} />
          </>
        }
        toolbar={
          <>
            <ProgramToolbar
              languages={body.languages}
              language={program.language}
              isLocked={isLocked}
              checks={checks}
              onLanguage={program.choose}
            />
            <RunProblem
              state={current.state}
              isTooLong={program.isTooLong}
              onCheckAgain={current.checkAgain}
              onDismiss={current.dismiss}
            />
          </>
        }
        program={
          <EditorPane
            document={program.document}
            {...(body.files && { given: body.files })}
            fromElsewhere={program.fromElsewhere}
            diagnostics={checks.diagnostics}
            isReadOnly={isLocked}
            isReady
            onTyped={(languageId, text) => {
              program.type(languageId, text);
              checks.noteTyping();
            }}
            handle={editor}
            tools={
              <ResetButton isDisabled={isLocked || program.isStarter} onReset={program.reset} />
            }
            keys={
              <>
                <kbd>Ctrl</kbd>/<kbd>Cmd</kbd> <kbd>Enter</kbd> {hasSamples ? 'checks' : 'runs'}.
              </>
            }
            saved={
              <span>
                {languageOf(program.language).name}, {showLinesOf(program.text)}
                {describeSaving(program.isTooLong ? null : savedAt)}
              </span>
            }
            onOpen={null}
            onGoTo={(diagnostic) => editor.current?.goTo(diagnostic)}
          />
        }
        input={
          <Pane heading={words.heading} note="for Run">
            <textarea
              className={paneClasses.input}
              aria-label={words.heading}
              placeholder={words.shortPlaceholder}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              value={stdin}
              readOnly={isLocked}
              onChange={(event) => setStdin(event.currentTarget.value)}
            />
          </Pane>
        }
        outputRef={output}
        output={
          <OutputArea
            run={run}
            live={live}
            view={view}
            isQuery={isQuery}
            onStartLive={canRun ? checks.runInTerminal : null}
          />
        }
      />
    </div>
  );
}

function describeSaving(savedAt: string | null | undefined): string {
  if (savedAt === undefined) return '';
  return savedAt === null ? ', not saved yet' : `, saved ${formatTime(savedAt)}`;
}

interface ResetButtonProps {
  isDisabled: boolean;
  onReset: () => void;
}

/** Puts the starter in the place of the student's text. */
function ResetButton({ isDisabled, onReset }: ResetButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        disabled={isDisabled}
        leftSection={<IconRestore size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Reset
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset to starter"
          consequence="Your program in this language is replaced by the text that the editor began with. Ctrl+Z in the editor brings it back."
          confirmLabel="Reset"
          isBusy={false}
          onConfirm={() => {
            setIsAsking(false);
            onReset();
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
