import { lazy, Suspense } from 'react';
import type { useProgram } from './keeping/use-program.ts';

const HandInProgram = lazy(async () => ({
  default: (await import('../assignments/hand-in/HandInProgram.tsx')).HandInProgram,
}));

interface HandInButtonProps {
  /** Empty for the person's own practice, which is handed in nowhere. */
  assignment: string;
  program: Pick<ReturnType<typeof useProgram>, 'document' | 'currentSource'>;
}

/** Hands in for the assignment that is open; its code comes only then. */
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
