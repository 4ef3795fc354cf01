import { useLocalStorage } from '@mantine/hooks';

interface DeviceSetting<Value> {
  /** Names no person, because the next person at this browser can read it. */
  key: string;
  defaultValue: Value;
  deserialize?: (text: string | undefined) => Value;
}

/** How pages look in this browser, for all of its users: sizes, columns, positions. Stored as plain text. */
export const useDeviceSetting = <Value>(setting: DeviceSetting<Value>) =>
  useLocalStorage<Value>({ ...setting, getInitialValueInEffect: false });
