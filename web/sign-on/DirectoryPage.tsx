import { Anchor, Paper, PasswordInput, TextInput } from '@mantine/core';
import { Link, useLocation, useParams } from 'react-router';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { isRecord } from '../platform/records.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { NotFoundPage } from '../ui/frame/NotFoundPage.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import { type HandOff, isPurpose } from './hand-off.ts';
import { openProvider } from './open-provider.ts';

type Begun = Omit<HandOff, 'key'>;

/** Asks for the user name and password of a directory. Somebody who opens its address signs in. */
export function DirectoryPage() {
  const { providerId = '' } = useParams();
  const { state } = useLocation();
  const { data } = useInstallation();
  const begun = readBegun(state);
  if (begun) return <DirectoryForm providerId={providerId} begun={begun} />;
  if (data === undefined) {
    return (
      <Page heading="Sign in" width="form">
        <LinesSkeleton lines={3} />
      </Page>
    );
  }
  const provider = data.providers.find(({ id, kind }) => id === providerId && kind === 'ldap');
  if (!provider) return <NotFoundPage />;
  const plain = { purpose: 'sign-in' as const, name: provider.name, goTo: '/', isShared: false };
  return <DirectoryForm providerId={providerId} begun={plain} />;
}

function DirectoryForm({ providerId, begun }: { providerId: string; begun: Begun }) {
  const form = useForm({
    initial: { userName: '', password: '' },
    check: missingFields,
    send: (credentials) => openProvider(providerId, begun, credentials),
    onSent: () => undefined,
  });
  return (
    <Page heading={headings[begun.purpose](begun.name)} width="form">
      <Paper withBorder p="lg">
        <Form form={form} submitLabel={labels[begun.purpose]}>
          <TextInput
            label={`User name at ${begun.name}`}
            required
            data-autofocus
            name="username"
            autoComplete={begun.isShared ? 'off' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('userName')}
          />
          <PasswordInput
            label="Password"
            required
            name="password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
            {...form.field('password')}
          />
        </Form>
      </Paper>
      <Anchor
        component={Link}
        to={begun.purpose === 'sign-in' ? '/login' : begun.goTo}
        underline="always"
        mt="md"
        display="inline-block"
      >
        {begun.purpose === 'sign-in' ? 'Back to the sign-in page' : 'Back'}
      </Anchor>
    </Page>
  );
}

const headings: Record<HandOff['purpose'], (name: string) => string> = {
  'sign-in': (name) => `Sign in with ${name}`,
  link: (name) => `Connect ${name}`,
  try: (name) => `Try ${name}`,
};
const labels: Record<HandOff['purpose'], string> = {
  'sign-in': 'Sign in',
  link: 'Connect',
  try: 'Try',
};

const missingFields = ({ userName, password }: Record<'userName' | 'password', string>) => ({
  ...(userName.trim() === '' ? { userName: 'User name is required.' } : {}),
  ...(password === '' ? { password: 'Password is required.' } : {}),
});

/** From the page that led here; null if none did. */
function readBegun(state: unknown): Begun | null {
  if (!isRecord(state)) return null;
  const { purpose, name, goTo, isShared } = state;
  if (!isPurpose(purpose) || typeof isShared !== 'boolean') return null;
  return typeof name === 'string' && typeof goTo === 'string'
    ? { purpose, name, goTo, isShared }
    : null;
}
