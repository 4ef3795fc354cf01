import { useSearchParams } from 'react-router';
import { useSession } from '../platform/calls/session.ts';
import { Workspace } from './Workspace.tsx';

export function WorkspacePage() {
  const { user } = useSession();
  const [search] = useSearchParams();
  const assignment = search.get('assignment') ?? '';
  // A new key remounts the page, so no state leaks to another user or assignment.
  return (
    user && <Workspace key={`${user.id} ${assignment}`} userId={user.id} assignment={assignment} />
  );
}
