import { useInstallation } from '../platform/calls/use-installation.ts';

/** The rule for new passwords as help text; undefined if there is none. */
export function usePasswordRule(): string | undefined {
  const { data: installation } = useInstallation();
  const hasRule = installation !== undefined && installation.registration !== 'open';
  return hasRule ? 'At least 8 characters, and not a common password.' : undefined;
}
