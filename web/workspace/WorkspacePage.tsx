import { useSearchParams } from 'react-router';
import { useSession } from '../platform/calls/session.ts';
import { Workspace } from './Workspace.tsx';

export function WorkspacePage() {
  const { user } = useSession();
  const [search] = useSearchParams();
  const assignment = search.get('assignment') ?? '';
  // Another person on the same browser, or another assignment, gets a page with nothing left of the one before.
  return (
    user && <Workspace key={`${user.id} ${assignment}`} userId={user.id} assignment={assignment} />
  );
}
