import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Page } from '../ui/frame/Page.tsx';
import { type Origin, originOf } from '../platform/calls/origin.ts';

const REDIRECT_SECONDS = 3;

const reasons: Record<Origin['because'], string> = {
  pending: 'Checking your sign-in. This page opens when the server answers.',
  'signed-out': 'Log in to open this page. You will return here afterwards.',
  'not-allowed': 'This page is for admins. Log in with an admin account to open it.',
};

/** Counts down, then redirects to the login and remembers the requested page. */
export function Redirecting({
  because,
  to = '/login',
}: {
  because: Origin['because'];
  to?: string;
}) {
  const [seconds, setSeconds] = useState(REDIRECT_SECONDS);
  const location = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, []);

  useEffect(() => {
    if (seconds <= 0) void navigate(to, { replace: true, state: originOf(location, because) });
  }, [seconds, navigate, to, location, because]);

  return (
    <Page
      heading={`Redirecting to you in ${Math.max(seconds, 1)} seconds`}
      title="Redirecting"
      width="reading"
    >
      <Text c="dimmed">{reasons[because]}</Text>
    </Page>
  );
}
