import { useQuery } from '@tanstack/react-query';
import { getSecondStep } from '@vlabs/contract/auth/second-step';
import { Paper, Stack } from '@mantine/core';
import { queryOf } from '../../platform/calls/query-of.ts';
import { LinesSkeleton, Loaded } from '../../ui/states.tsx';
import { AuthenticatorPart } from './AuthenticatorPart.tsx';
import { PasskeyList } from './PasskeyList.tsx';

/** The account's passkeys and second step. */
export function SecondStepSection() {
  return (
    <Loaded
      query={useQuery(queryOf(getSecondStep, {}))}
      waiting={
        <Paper withBorder p="lg">
          <LinesSkeleton lines={3} />
        </Paper>
      }
      failure="Your passkeys could not be loaded."
    >
      {(state) => (
        <Stack gap="lg">
          <PasskeyList state={state} />
          <AuthenticatorPart state={state} />
        </Stack>
      )}
    </Loaded>
  );
}
