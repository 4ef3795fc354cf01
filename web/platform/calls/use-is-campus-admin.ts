import { isAdmin, useSession } from './session.ts';

/** Whether the caller reaches the whole campus: what is of the campus alone is offered to nobody else. */
export function useIsCampusAdmin(): boolean {
  const { user } = useSession();
  return isAdmin(user);
}
