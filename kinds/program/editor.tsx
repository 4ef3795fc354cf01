import type { EditorProps, KeyProps } from '../view.tsx';
import type { ProgramBody, ProgramKey } from './program.ts';

/** The teacher's fields. */
export function ProgramEditor(props: EditorProps<ProgramBody, ProgramKey>) {
  return <ProgramKeyFields {...props} />;
}

/** Solution and test cases. */
export function ProgramKeyFields(_props: KeyProps<ProgramBody, ProgramKey>) {
  return null;
}
