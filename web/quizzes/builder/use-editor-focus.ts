import { useWindowEvent } from '@mantine/hooks';
import { MAX_QUESTIONS } from '@vlabs/contract/quizzes/questions';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import { useRef } from 'react';
import type { Builder } from './use-builder.ts';

/** Moves the focus within the editor; Ctrl+Enter in it adds a question of the same kind. */
export function useEditorFocus(builder: Builder, count: number) {
  const editor = useRef<HTMLDivElement>(null);

  /** In the next frame, when the question is shown. */
  function focusField(name: string | undefined): void {
    requestAnimationFrame(() =>
      editor.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
    );
  }

  function add(kind: KindName | null): void {
    if (count >= MAX_QUESTIONS) return;
    builder.add(kind);
    focusField('QuestionTitle');
  }

  useWindowEvent('keydown', ({ key, ctrlKey, target }) => {
    const isMeant = key === 'Enter' && ctrlKey && target instanceof Node;
    if (!isMeant || !builder.open || editor.current?.contains(target) !== true) return;
    add('Kind' in builder.open ? builder.open.Kind : null);
  });

  return { editor, focusField, add };
}
