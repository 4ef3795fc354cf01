import { useQuery } from '@tanstack/react-query';
import { getAccount } from '@vlabs/contract/people/auth';
import { queryOf } from './query-of.ts';
import { isAdmin, useSession } from './session.ts';

/** Whether the caller reaches the whole campus: what is of the campus alone is offered to nobody else. */
export function useIsCampusAdmin(): boolean {
  const { user } = useSession();
  const { data } = useQuery({
    ...queryOf(getAccount, {}),
    enabled: isAdmin(user),
    staleTime: Infinity,
  });
  return isAdmin(user) && data?.isStaff === false;
}
