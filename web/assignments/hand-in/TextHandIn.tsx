import { Button, Textarea } from '@mantine/core';
import IconSend from '~icons/send';
import { useState } from 'react';
import type { useHandIn } from './use-hand-in.ts';

/** An answer typed here. It is kept if the server refuses it. */
export function TextHandIn({ handIn }: { handIn: ReturnType<typeof useHandIn> }) {
  const [text, setText] = useState('');
  return (
    <>
      <Textarea
        label="Your answer"
        description="Supports Markdown, code and maths"
        autosize
        minRows={5}
        maxRows={18}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={text.trim() === ''}
        loading={handIn.isPending}
        onClick={() => handIn.mutate({ kind: 'text', text }, { onSuccess: () => setText('') })}
      >
        Hand in the text
      </Button>
    </>
  );
}
