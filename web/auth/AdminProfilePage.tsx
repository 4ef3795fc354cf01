import { useSession } from '../platform/session.ts';
import { Facts } from '../ui/Facts.tsx';
import { Page } from '../ui/Page.tsx';

export function AdminProfilePage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Page heading="Profile">
      <Facts
        facts={[
          { label: 'Name', value: user.name },
          { label: 'Role', value: 'Admin: lab assistant or teacher' },
          { label: 'Id', value: user.id, isCode: true },
          { label: 'Email', value: user.email },
        ]}
      />
    </Page>
  );
}
