import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Light, dark or as the system says; the choice is remembered. */
export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = schemes.find(({ value }) => value === colorScheme) ?? schemes[2];

  return (
    <Menu position="bottom-end" width={170}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Colour scheme: ${chosen.label}`}
        >
          <chosen.Icon size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={colorScheme}>
          {schemes.map(({ value, label, Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              onChange={() => setColorScheme(value)}
              rightSection={<Icon size={18} stroke={1.7} aria-hidden />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
