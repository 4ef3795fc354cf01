import { useWindowEvent } from '@mantine/hooks';

type Command = 'execute' | 'run-all' | 'save';

/** Ctrl or Cmd with Enter executes, with Shift as well on all inputs; with S it saves. */
export function useWorkspaceKeys(commands: Record<Command, () => void>): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const command = commandOf(event);
      if (!command) return;
      // The editor and the browser have uses of their own for these keys.
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
