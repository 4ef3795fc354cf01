import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../platform/calls/call.ts';
import type { Origin } from '../platform/calls/origin.ts';
import { useSession } from '../platform/calls/session.ts';

/**
 * Tells users that they are already signed in. Users who were sent here only because the check was
 * slow return as soon as it succeeds.
 */
export function SignedInNotice({ origin }: { origin: Origin | null }) {
  const { user, token, isSignedIn } = useSession();
  const navigate = useNavigate();
  const goBackTo = origin?.because === 'pending' ? origin.from : null;
  const { data } = useQuery({
    queryKey: ['late-check', token],
    queryFn: async ({ signal }) => {
      const { userAuth } = await import('@vlabs/contract/auth/auth');
      return call(userAuth, {}, { signal, handlesSignedOut: true });
    },
    enabled: isSignedIn && goBackTo !== null,
  });
  const isConfirmed = data?.ok === true;

  useEffect(() => {
    if (isConfirmed && goBackTo !== null) void navigate(goBackTo, { replace: true });
  }, [isConfirmed, goBackTo, navigate]);

  if (user === null) return null;
  return (
    <Text mb="md">
      You are signed in as {user.name}.{' '}
      <Anchor component={Link} to="/" underline="always">
        Go to Home
      </Anchor>{' '}
      or sign in with another account here.
    </Text>
  );
}
