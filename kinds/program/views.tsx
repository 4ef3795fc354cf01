import { lazyPart } from '../../web/ui/frame/lazy-part.ts';
import { defineViews } from '../view.tsx';
import { ProgramBody, ProgramKey } from './program.ts';

export const programViews = defineViews(
  { Body: ProgramBody, Key: ProgramKey },
  {
    Answer: lazyPart(async () => (await import('./answer.tsx')).ProgramAnswerField),
    Editor: lazyPart(async () => (await import('./editor.tsx')).ProgramEditor),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).ProgramKeyFields),
  },
);
