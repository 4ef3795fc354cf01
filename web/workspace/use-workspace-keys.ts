import { useWindowEvent } from '@mantine/hooks';

type Command = 'execute' | 'run-all' | 'save';

/** Ctrl/Cmd+Enter executes, with Shift on all inputs; Ctrl/Cmd+S saves. */
export function useWorkspaceKeys(commands: Record<Command, () => void>): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const command = commandOf(event);
      if (!command) return;
      // Overrides the editor's and the browser's own shortcuts.
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) commands[command]();
    },
    { capture: true },
  );
}

function commandOf(event: KeyboardEvent): Command | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.key === 'Enter') return event.shiftKey ? 'run-all' : 'execute';
  return event.key.toLowerCase() === 's' && !event.shiftKey ? 'save' : null;
}
