import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import IconColumns3 from '~icons/columns-3';
import type { useColumnChoice } from './use-column-choice.ts';

interface ColumnChooserProps {
  choice: Pick<ReturnType<typeof useColumnChoice>, 'choices' | 'choose' | 'forget'>;
}

/** A button with a checkbox for each column that can be hidden. */
export function ColumnChooser({ choice: { choices, choose, forget } }: ColumnChooserProps) {
  return (
    // Rendered in place, so Tab moves from the button into it and on.
    <Popover position="bottom-end" shadow="md" withinPortal={false} returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {choices.map(({ id, label, isShown }) => (
            <Checkbox
              key={id}
              label={label}
              checked={isShown}
              onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
            />
          ))}
          <Button size="compact-sm" variant="default" onClick={forget}>
            Reset
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
