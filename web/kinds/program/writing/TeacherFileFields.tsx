import { ActionIcon, Button, Text } from '@mantine/core';
import { guessLanguageOfFile } from '@vlabs/contract/runs/languages';
import type { TextFile } from '@vlabs/contract/runs/program-text';
import type { ProgramBody, ProgramKey } from '@vlabs/contract/kinds/program/program';
import { MAX_TEACHER_FILES } from '@vlabs/contract/kinds/program/teacher-files';
import { useState } from 'react';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { CodeField } from '../../../runs/cases/CodeField.tsx';
import { Disclosure } from '../../../runs/cases/Disclosure.tsx';
import { FileNameInput } from '../../../runs/editor/FileNameInput.tsx';
import classes from '../../../runs/cases/cases.module.css';
import { showLinesOf } from '../../../ui/progress/show-part.ts';
import type { EditorProps, KeyProps } from '../../parts/view.tsx';

/** What students see and cannot change. */
export function ReadOnlyFileFields(props: EditorProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, onBody } = props;
  return (
    <FileFields
      {...props}
      kind="Read-only"
      about="Students see these files in their editor and cannot change them."
      path="Body.files"
      files={body.files}
      others={answerKey.files}
      onChange={(files) => onBody({ ...body, files })}
    />
  );
}

/** What only the judging has. */
export function HiddenFileFields(props: KeyProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, onKey } = props;
  return (
    <FileFields
      {...props}
      kind="Hidden"
      about="Programs are judged with these files. Students don’t get them when they run their program."
      path="Key.files"
      files={answerKey.files}
      others={body.files}
      onChange={(files) => onKey({ ...answerKey, files })}
    />
  );
}

interface FileFieldsProps extends Pick<KeyProps<ProgramBody, ProgramKey>, 'body' | 'mistakes'> {
  kind: 'Read-only' | 'Hidden';
  about: string;
  /** Of the list, such as `Key.files`. */
  path: string;
  files: TextFile[] | undefined;
  /** Files of the other kind. */
  others: readonly TextFile[] | undefined;
  /** Undefined for no files. */
  onChange: (files: TextFile[] | undefined) => void;
}

function FileFields(props: FileFieldsProps) {
  const { kind, about, body, files = [], others = [], path: field, mistakes } = props;
  const change = (changed: TextFile[]) => props.onChange(changed.length > 0 ? changed : undefined);
  const [open, setOpen] = useState<number | null>(null);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{kind} files</legend>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {files.length > 0 && (
        <div className={classes.parts}>
          {[...files.entries()].map(([at, { path, text }]) => {
            const name = `${kind} file ${at + 1}`;
            const pathMistake = mistakes[`${field}.${at}.path`];
            const textMistake = mistakes[`${field}.${at}.text`];
            const isFaulty = pathMistake !== undefined || textMistake !== undefined;
            const language = languageOfPath(path) ?? body.languages[0] ?? 'c';
            return (
              // Files are identified by position only.
              <Disclosure
                key={at}
                heading={name}
                summary={`${path === '' ? 'no name' : path} · ${text === '' ? 'empty' : showLinesOf(text)}`}
                isOpen={open === at || isFaulty}
                isFaulty={isFaulty}
                onToggle={() => setOpen(open === at ? null : at)}
                tools={
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${name.toLowerCase()}`}
                    title="Remove file"
                    onClick={() => {
                      setOpen(null);
                      change(files.toSpliced(at, 1));
                    }}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                }
              >
                <FileNameInput
                  aria-label={`Name of ${name.toLowerCase()}`}
                  name={`${field}.${at}.path`}
                  value={path}
                  error={pathMistake}
                  onChange={(typed) => change(files.with(at, { path: typed.trim(), text }))}
                />
                <CodeField
                  key={language}
                  label={`Text of ${name.toLowerCase()}`}
                  name={`${field}.${at}.text`}
                  language={language}
                  text={text}
                  mistake={textMistake}
                  onChange={(typed) => change(files.with(at, { path, text: typed }))}
                />
              </Disclosure>
            );
          })}
        </div>
      )}
      <div>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={files.length + others.length >= MAX_TEACHER_FILES}
          onClick={() => {
            setOpen(files.length);
            change([...files, { path: '', text: '' }]);
          }}
        >
          Add {kind.toLowerCase()} file
        </Button>
      </div>
    </fieldset>
  );
}

const languageOfPath = (path: string) =>
  guessLanguageOfFile(path.split('.').at(-1)?.toLowerCase() ?? '')?.key;
