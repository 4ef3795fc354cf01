import { Button } from '@mantine/core';
import IconPlayerTrackNext from '~icons/player-track-next';
import { readExample } from '@vlabs/contract/runs/trace/stepped-examples';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/frame/lazy-part.ts';
import type { SteppedCode } from '../../../ui/text/stepped-code-context.ts';

const ExampleDialog = lazyPart(async () => (await import('./ExampleDialog.tsx')).ExampleDialog);

/** A button below an example in a statement that shows it step by step. */
export function StepExample({ text, language, meta }: SteppedCode) {
  const [isOpen, setIsOpen] = useState(false);
  const example = readExample(language, meta, text);
  if (!example) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        mb="md"
        leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Step through this example
      </Button>
      {isOpen && (
        <Suspense>
          <ExampleDialog example={example} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
