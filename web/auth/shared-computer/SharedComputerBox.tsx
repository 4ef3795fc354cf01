import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useInstallation } from '../../platform/calls/use-installation.ts';
import { browserStorage } from '../../platform/storage/browser-storage.ts';

/** Computers of a lab stay shared: the next person finds the box as it was. */
const STORAGE_KEY = 'vlabs.shared-computer';

export function useSharedComputer() {
  const [isShared, setIsShared] = useState(() => browserStorage().getItem(STORAGE_KEY) === 'yes');
  function choose(next: boolean): void {
    if (next) browserStorage().setItem(STORAGE_KEY, 'yes');
    else browserStorage().removeItem(STORAGE_KEY);
    setIsShared(next);
  }
  return [isShared, choose] as const;
}

interface SharedComputerBoxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function SharedComputerBox({ isChecked, onChange }: SharedComputerBoxProps) {
  const { data } = useInstallation();
  const minutes = data === undefined ? 'a time' : `${data.sharedIdleMinutes} minutes`;
  return (
    <Checkbox
      label="This is a shared computer"
      description={`You are signed out when you close this tab, and after ${minutes} without use.`}
      checked={isChecked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
