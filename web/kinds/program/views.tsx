import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { defineViews } from '../parts/view.tsx';
import { ProgramBody, ProgramKey } from '@vlabs/contract/kinds/program/program';

export const programViews = defineViews(
  { Body: ProgramBody, Key: ProgramKey },
  {
    Answer: lazyPart(async () => (await import('./answer.tsx')).ProgramAnswerField),
    Editor: lazyPart(async () => (await import('./editor.tsx')).ProgramEditor),
    KeyFields: lazyPart(async () => (await import('./editor.tsx')).ProgramKeyFields),
    Preview: lazyPart(async () => (await import('./ProgramPreview.tsx')).ProgramPreview),
    Review: lazyPart(async () => (await import('./ProgramReview.tsx')).ProgramReview),
    isWide: true,
    preload: async (bodies) => {
      const { preloadProgramming } = await import('../../runs/preload-programming.ts');
      await Promise.all([
        import('./answer.tsx'),
        preloadProgramming(bodies.flatMap(({ languages }) => languages)),
      ]);
    },
  },
);
