import { useQuery } from '@tanstack/react-query';
import { getAccount } from '@vlabs/contract/people/auth';
import { queryOf } from './query-of.ts';
import { useSession } from './session.ts';
import { isTeaching } from './teaching.ts';

/** Of an admin, or who assists: what their account may do; undefined until it is known, and for others. */
function useTeachingAccount() {
  const { user } = useSession();
  const enabled = user?.role === 1 || isTeaching;
  const { data } = useQuery({ ...queryOf(getAccount, {}), enabled, staleTime: Infinity });
  return enabled ? data : undefined;
}

/** The same of admins alone. */
function useAdminAccount() {
  const { user } = useSession();
  const account = useTeachingAccount();
  return user?.role === 1 ? account : undefined;
}

/** Whether the caller reaches the whole campus: what is of the campus alone is offered to nobody else. */
export const useIsCampusAdmin = (): boolean => useAdminAccount()?.isStaff === false;

/** Whether the caller may do what their classes give, and nothing on the campus beside. */
export const useIsStaff = (): boolean => useAdminAccount()?.isStaff === true;

/** Whether the caller may make a class. */
export const useMakesClasses = (): boolean => useAdminAccount()?.makesClasses ?? false;

/**
 * Whether the caller may write work in this class, or where none is named in any, end attempts and correct keys: who
 * only assists may not, and is offered none of it. So it is taken until it is known.
 */
export function useWrites(classId?: string): boolean {
  const account = useAdminAccount();
  if (isTeaching) return false;
  if (!account?.isStaff) return true;
  return classId === undefined ? account.writesIn.length > 0 : account.writesIn.includes(classId);
}

/**
 * Whether the caller reaches everybody in this class, or where none is named is limited in none: who assists in some
 * sections announces to these alone. So it is taken until it is known.
 */
export function useReachesAll(classId?: string): boolean {
  const limitedIn = useTeachingAccount()?.limitedIn ?? [];
  return classId === undefined ? limitedIn.length === 0 : !limitedIn.includes(classId);
}
