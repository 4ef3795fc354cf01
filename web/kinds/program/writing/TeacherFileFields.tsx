import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { type Language, guessLanguageOfFile } from '@vlabs/contract/runs/languages';
import type { TextFile } from '@vlabs/contract/runs/program-text';
import type { ProgramBody, ProgramKey } from '@vlabs/contract/kinds/program/program';
import { MAX_TEACHER_FILES } from '@vlabs/contract/kinds/program/teacher-files';
import { useState } from 'react';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { CodeField } from '../../../runs/cases/CodeField.tsx';
import { Disclosure } from '../../../runs/cases/Disclosure.tsx';
import classes from '../../../runs/cases/cases.module.css';
import { showLinesOf } from '../../../ui/progress/show-part.ts';
import type { EditorProps, KeyProps } from '../../parts/view.tsx';

/** What students see and cannot change. */
export function ReadOnlyFileFields(props: EditorProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, mistakes, onBody } = props;
  const { files = [], ...others } = body;
  return (
    <FileFields
      kind="Read-only"
      about="Students see these files in their editor and cannot change them."
      files={files}
      otherCount={answerKey.files?.length ?? 0}
      language={body.languages[0]}
      path="Body.files"
      mistakes={mistakes}
      onChange={(changed) => onBody(changed.length === 0 ? others : { ...body, files: changed })}
    />
  );
}

/** What only the judging has. */
export function HiddenFileFields(props: KeyProps<ProgramBody, ProgramKey>) {
  const { body, answerKey, mistakes, onKey } = props;
  const { files = [], ...others } = answerKey;
  return (
    <FileFields
      kind="Hidden"
      about="Programs are judged with these files. Students don’t get them when they run their program."
      files={files}
      otherCount={body.files?.length ?? 0}
      language={body.languages[0]}
      path="Key.files"
      mistakes={mistakes}
      onChange={(changed) =>
        onKey(changed.length === 0 ? others : { ...answerKey, files: changed })
      }
    />
  );
}

interface FileFieldsProps {
  kind: 'Read-only' | 'Hidden';
  about: string;
  files: TextFile[];
  /** Files of the other kind. */
  otherCount: number;
  /** Of files whose names don’t tell. */
  language: Language | undefined;
  /** Of the list, such as `Key.files`. */
  path: string;
  mistakes: Readonly<Record<string, string>>;
  onChange: (files: TextFile[]) => void;
}

function FileFields(props: FileFieldsProps) {
  const { kind, about, files, otherCount, path: field, mistakes, onChange } = props;
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
            const language = languageOfPath(path) ?? props.language ?? 'c';
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
                      onChange(files.toSpliced(at, 1));
                    }}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                }
              >
                <TextInput
                  label="Name"
                  description="With its folder if it is in one, like lib/stack.h"
                  aria-label={`Name of ${name.toLowerCase()}`}
                  name={`${field}.${at}.path`}
                  spellCheck={false}
                  autoCapitalize="off"
                  autoComplete="off"
                  maxLength={260}
                  value={path}
                  error={pathMistake}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(files.with(at, { path: value.trim(), text }))
                  }
                />
                <CodeField
                  key={language}
                  label={`Text of ${name.toLowerCase()}`}
                  name={`${field}.${at}.text`}
                  language={language}
                  text={text}
                  mistake={textMistake}
                  onChange={(typed) => onChange(files.with(at, { path, text: typed }))}
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
          disabled={files.length + otherCount >= MAX_TEACHER_FILES}
          onClick={() => {
            setOpen(files.length);
            onChange([...files, { path: '', text: '' }]);
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
