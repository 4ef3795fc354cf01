import { Paper, Text } from '@mantine/core';
import { useInstallation } from '../../platform/calls/use-installation.ts';
import { containsRollNumber } from './guessable-address.ts';

/** Warns if a roll number is enough to know the address that registers it. */
export function GuessableAddresses({ rows }: { rows: Record<string, string>[] }) {
  const { data } = useInstallation();
  const count = rows.filter(containsRollNumber).length;
  if (count === 0 || data?.registrationProof !== 'email') return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Guessable addresses">
      <Text size="sm" maw="44rem">
        {count === 1 ? '1 email address contains' : `${count} email addresses contain`} the roll
        number, so anyone who knows a roll number can register it before the student does. To
        require printed codes, ask your administrator to set VLABS_REGISTRATION_PROOF to code.
      </Text>
    </Paper>
  );
}
