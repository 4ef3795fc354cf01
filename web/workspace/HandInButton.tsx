import { lazy, Suspense } from 'react';
import type { useProgram } from '../programs/use-program.ts';

const HandInProgram = lazy(async () => ({
  default: (await import('../assignments/hand-in/HandInProgram.tsx')).HandInProgram,
}));

interface HandInButtonProps {
  /** Empty for practice without an assignment, which can't be handed in. */
  assignment: string;
  program: Pick<ReturnType<typeof useProgram>, 'document' | 'currentSource'>;
}

/** Hands in for the open assignment. The code is loaded only if there is one. */
export function HandInButton({ assignment, program }: HandInButtonProps) {
  if (assignment === '') return null;
  return (
    <Suspense>
      <HandInProgram
        assignment={assignment}
        currentProgram={() => ({
          languageId: program.document.languageId,
          source: program.currentSource(),
        })}
      />
    </Suspense>
  );
}
