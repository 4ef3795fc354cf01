import { Alert, Badge, Button, Group, Paper, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { askVerification, changeEmail, getEmail } from '@vlabs/contract/auth/mail-links';
import { listOwnIdentities } from '@vlabs/contract/sign-on/sign-on';
import type { z } from 'zod';
import { call, messageOf } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { useSession } from '../platform/calls/session.ts';
import { DigestChoice } from '../notices/DigestChoice.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import classes from './AccountPage.module.css';

type Email = z.infer<typeof getEmail.reply>['data'];

/** The account's address, whether mails to it arrive, and its change if mail is configured. */
export function EmailSection() {
  const { data: installation } = useInstallation();
  const { user, isGuest } = useSession();
  const identities = useQuery(queryOf(listOwnIdentities, {}));
  const isStudent = user?.role === 0 && !isGuest;
  return (
    <Paper withBorder p="lg" className={classes.form ?? ''}>
      <Loaded
        query={useQuery(queryOf(getEmail, {}))}
        waiting={<LinesSkeleton lines={2} />}
        failure="Your email address could not be loaded."
      >
        {(email) => (
          <>
            <EmailState email={email} sendsMail={installation?.mail === true} />
            {installation?.mail === true && isStudent && (
              <DigestChoice isVerified={email.isVerified} />
            )}
            {installation?.mail === true && (
              <Loaded
                query={identities}
                waiting={null}
                failure="Your password could not be checked."
              >
                {({ hasPassword }) => <ChangeEmailForm hasPassword={hasPassword} />}
              </Loaded>
            )}
          </>
        )}
      </Loaded>
    </Paper>
  );
}

function EmailState({ email, sendsMail }: { email: Email; sendsMail: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(askVerification, {}),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
  });
  const mayVerify = sendsMail && email.email !== null && !email.isVerified;
  return (
    <>
      <Group gap="sm" mb="sm">
        <Text style={{ overflowWrap: 'anywhere' }}>{email.email ?? 'No address is known.'}</Text>
        {email.isVerified && (
          <Badge variant="light" tt="none">
            Confirmed
          </Badge>
        )}
        {mayVerify && (
          <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
            Confirm this address
          </Button>
        )}
      </Group>
      {email.isRefused && (
        <Alert color="orange" mb="sm" title="Mails to this address do not arrive">
          A mail server refused it. Correct the address, or confirm it again.
        </Alert>
      )}
      {email.waiting !== null && (
        <Text size="sm" mb="sm">
          {email.waiting} waits to be confirmed: open the link that was mailed to it.
        </Text>
      )}
    </>
  );
}

const empty = { email: '', currentPassword: '' };

/** People without a password prove who they are by a sign-in of the last ten minutes. */
function ChangeEmailForm({ hasPassword }: { hasPassword: boolean }) {
  const refresh = useRefresh(getEmail);
  const bodyOf = ({ email, currentPassword }: typeof empty) =>
    hasPassword ? { email, currentPassword } : { email };
  const form = useForm({
    initial: empty,
    check: (values) => fieldErrors(changeEmail.body, bodyOf(values)),
    send: (values) => call(changeEmail, { body: bodyOf(values) }),
    onSent: ({ message }) => {
      form.setValues(empty);
      toastSuccess(message);
      return refresh();
    },
  });
  return (
    <Form form={form} submitLabel="Change address">
      <TextInput
        label="New email address"
        description="It replaces the old one when you open the link that is mailed to it."
        required
        type="email"
        autoComplete="email"
        {...form.field('email')}
      />
      {hasPassword && (
        <PasswordInput
          label="Your password"
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show characters (password)' }}
          {...form.field('currentPassword')}
        />
      )}
    </Form>
  );
}
