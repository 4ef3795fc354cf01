import { useMantineColorScheme } from '@mantine/core';
import IconDeviceDesktop from '~icons/device-desktop';
import IconMoon from '~icons/moon';
import IconSun from '~icons/sun';
import { Dropdown } from '../Dropdown.tsx';
import { DropdownItem } from '../DropdownItem.tsx';

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Light, dark or system; the choice is remembered. */
export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = schemes.find(({ value }) => value === colorScheme) ?? schemes[2];

  return (
    <Dropdown
      label={`Colour scheme: ${chosen.label}`}
      face={<chosen.Icon size={20} stroke={1.7} aria-hidden />}
    >
      <ul>
        {schemes.map(({ value, label, Icon }) => (
          <DropdownItem
            key={value}
            icon={<Icon size={18} stroke={1.7} aria-hidden />}
            isChosen={value === colorScheme}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </DropdownItem>
        ))}
      </ul>
    </Dropdown>
  );
}
