import { useInstallation } from '../platform/calls/use-installation.ts';

/** What is asked of a new password here, for below its label; nothing where there are no bounds. */
export function usePasswordRule(): string | undefined {
  const { data: installation } = useInstallation();
  const hasRule = installation !== undefined && installation.registration !== 'open';
  return hasRule ? 'At least 8 characters, and not a very common one.' : undefined;
}
