import { type LanguageId, requireLanguage } from '@vlabs/contract/runs/languages';
import {
  type ProgramParts,
  type TextFile,
  joinProgram,
  splitProgram,
} from '@vlabs/contract/runs/program-text';
import { useMemo, useState } from 'react';
import type { ProgramDocument, TypedElsewhere } from './program-editor.ts';

interface Options {
  /** Of the whole program. */
  document: ProgramDocument;
  fromElsewhere: TypedElsewhere | null;
  onTyped: (languageId: LanguageId, text: string) => void;
  /** The teacher's files, which are no part of the program. */
  given: readonly TextFile[];
}

export interface EditorFiles {
  mainName: string;
  /** The files beside the main one. Those in whose place the teacher has a file are not shown. */
  paths: readonly string[];
  /** The teacher's files. */
  givenPaths: readonly string[];
  /** The file in the editor is the teacher's. */
  isGiven: boolean;
  /** The path of the file in the editor; empty for the main one. */
  active: string;
  open: (path: string) => void;
  add: (path: string) => void;
  rename: (path: string, to: string) => void;
  remove: (path: string) => void;
  /** The same for the file in the editor. */
  document: ProgramDocument;
  fromElsewhere: TypedElsewhere | null;
  onTyped: (languageId: LanguageId, text: string) => void;
}

interface Shown {
  /** Of the program. */
  key: string;
  active: string;
  paths: readonly string[];
  /** A text that the editor takes over. */
  pushed: TypedElsewhere | null;
  /** The text from elsewhere that was taken over. */
  taken: TypedElsewhere | null;
}

const pathsOf = ({ files }: ProgramParts) => files.map(({ path }) => path);
const textOf = ({ main, files }: ProgramParts, path: string) =>
  path === '' ? main : (files.find((file) => file.path === path)?.text ?? '');
const isSamePath = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const keyOf = (key: string, path: string) => (path === '' ? key : `${key}\n${path}`);

/** What is shown of a program that was replaced outside of the editor. */
function pushOf(
  parts: ProgramParts,
  wanted: string,
  { key, languageId }: Pick<ProgramDocument, 'key' | 'languageId'>,
) {
  const paths = pathsOf(parts);
  const active = paths.includes(wanted) ? wanted : '';
  const pushed = { key: keyOf(key, active), languageId, text: textOf(parts, active) };
  return { active, paths, pushed };
}

/** Shows the files of a program one at a time. Everything else sees one text, as `joinProgram` writes it. */
export function useEditorFiles({ document, fromElsewhere, onTyped, given }: Options): EditorFiles {
  const { key, languageId } = document;
  const mainName = requireLanguage(languageId).sourceFile;
  const read = () => splitProgram(document.readText(), mainName);
  const [held, setHeld] = useState<Shown | null>(null);
  const shown = held?.key === key ? held : { ...NOTHING_PUSHED, key, paths: pathsOf(read()) };
  const { active, paths } = shown;
  const isNew = fromElsewhere?.key === key && held?.taken !== fromElsewhere;
  if (isNew) {
    const parts = splitProgram(fromElsewhere.text, mainName);
    setHeld({ key, ...pushOf(parts, active, document), taken: fromElsewhere });
  }
  const show = (next: Partial<Shown>) =>
    setHeld({ ...shown, pushed: null, taken: held?.taken ?? null, ...next });
  const change = (parts: ProgramParts, path: string) => {
    onTyped(languageId, joinProgram(parts));
    show({ active: path, paths: pathsOf(parts) });
  };
  const givenText = given.find(({ path }) => path === active)?.text;
  const opened = useOpened(document, active, mainName, givenText);

  return {
    mainName,
    paths: paths.filter((path) => !given.some((file) => isSamePath(file.path, path))),
    givenPaths: pathsOf({ main: '', files: given }),
    isGiven: givenText !== undefined,
    active,
    open: (path) => show({ active: path }),
    ...changesOf(read, change),
    document: opened,
    fromElsewhere: shown.pushed,
    onTyped: (id, text) => {
      if (givenText !== undefined) return;
      const typed = withText(paths.length === 0 ? { main: text, files: [] } : read(), active, text);
      const whole = joinProgram(typed);
      onTyped(id, whole);
      // Somebody pasted a text of several files.
      const parts = splitProgram(whole, mainName);
      if (parts.files.length !== typed.files.length) show(pushOf(parts, active, document));
    },
  };
}

/** One file as a separate document. */
function useOpened(
  document: ProgramDocument,
  active: string,
  mainName: string,
  givenText: string | undefined,
): ProgramDocument {
  return useMemo(() => {
    const label = givenText === undefined ? active : `${active}, read only`;
    return {
      ...document,
      key: keyOf(document.key, active),
      readText: () => givenText ?? textOf(splitProgram(document.readText(), mainName), active),
      ...(active !== '' && { attributes: { ...document.attributes, 'aria-label': label } }),
    };
  }, [document, active, mainName, givenText]);
}

const NOTHING_PUSHED = { active: '', pushed: null, taken: null };

function withText({ main, files }: ProgramParts, path: string, text: string): ProgramParts {
  if (path === '') return { main: text, files };
  return { main, files: files.map((file) => (file.path === path ? { ...file, text } : file)) };
}

/** @param change takes over the changed program, and opens one of its files */
function changesOf(read: () => ProgramParts, change: (parts: ProgramParts, path: string) => void) {
  return {
    add: (path: string) => {
      const { main, files } = read();
      change({ main, files: [...files, { path, text: '' }] }, path);
    },
    rename: (path: string, to: string) => {
      const { main, files } = read();
      const renamed = files.map((file) => (file.path === path ? { ...file, path: to } : file));
      change({ main, files: renamed }, to);
    },
    remove: (path: string) => {
      const { main, files } = read();
      change({ main, files: files.filter((file) => file.path !== path) }, '');
    },
  };
}
