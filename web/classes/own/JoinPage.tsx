import { Anchor, Paper, Text, TextInput } from '@mantine/core';
import { joinClass, listOwnClasses } from '@vlabs/contract/classes/classes';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { isAdmin, useSession } from '../../platform/calls/session.ts';
import { Form, useForm } from '../../ui/Form.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { toastSuccess } from '../../ui/toast.ts';

/** Joins a class by its code. A link has it behind `#`, so that no server log contains it. */
export function JoinPage() {
  const { user } = useSession();
  const { hash } = useLocation();
  if (isAdmin(user)) {
    return (
      <Page heading="Join a class" width="reading">
        <Text>
          This page is for students. Teachers are added by the class owner under{' '}
          <Anchor component={Link} to="/admin/dashboard/classes">
            Classes
          </Anchor>
          .
        </Text>
      </Page>
    );
  }
  return (
    <Page heading="Join a class" width="form" introduction="Ask your teacher for the code.">
      <Paper withBorder p="lg">
        <JoinForm key={hash} code={readCode(hash)} />
      </Paper>
    </Page>
  );
}

function JoinForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const refresh = useRefresh(listOwnClasses);
  const form = useForm({
    initial: { code },
    check: (values) => fieldErrors(joinClass.body, values),
    send: (body) => call(joinClass, { body }),
    onSent: async ({ data }) => {
      toastSuccess(`You are in ${data.name}.`);
      await refresh();
      void navigate('/dashboard/user', { replace: true });
    },
  });
  return (
    <Form form={form} submitLabel="Join class">
      <TextInput
        label="Code"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.field('code')}
      />
    </Form>
  );
}

/** Ignores fragments that are not valid text. */
function readCode(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
