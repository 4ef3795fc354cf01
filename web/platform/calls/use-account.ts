import { useQuery } from '@tanstack/react-query';
import { accountQuery } from './account-query.ts';
import { useSession } from './session.ts';
import { isTeaching } from './teaching.ts';

/** Rights of an admin or assistant; undefined while loading, and for others. */
function useTeachingAccount() {
  const { user } = useSession();
  const enabled = user?.role === 1 || isTeaching;
  const { data } = useQuery({ ...accountQuery, enabled, staleTime: Infinity });
  return enabled ? data : undefined;
}

/** The same, for admins only. */
function useAdminAccount() {
  const { user } = useSession();
  const account = useTeachingAccount();
  return user?.role === 1 ? account : undefined;
}

/** Whether the user has access to the whole campus; campus-wide actions are hidden from others. */
export const useIsCampusAdmin = (): boolean => useAdminAccount()?.isStaff === false;

/** Whether the user's rights are limited to their classes. */
export const useIsStaff = (): boolean => useAdminAccount()?.isStaff === true;

/** Whether the user may do nothing but set up a second step. */
export const useNeedsSecondStep = (): boolean => useAdminAccount()?.needsSecondStep === true;

/** Whether the user may create classes. */
export const useMakesClasses = (): boolean => useAdminAccount()?.makesClasses ?? false;

/**
 * Whether the user may create work in this class or, if none is given, in any class, end attempts
 * and correct keys. Assistants may not and are not offered it. True while loading.
 */
export function useWrites(classId?: string): boolean {
  const account = useAdminAccount();
  if (isTeaching) return false;
  if (!account?.isStaff) return true;
  return classId === undefined ? account.writesIn.length > 0 : account.writesIn.includes(classId);
}

/**
 * Whether the user reaches everybody in this class or, if none is given, is not limited anywhere.
 * Assistants of some sections announce only to those. True while loading.
 */
export function useReachesAll(classId?: string): boolean {
  const limitedIn = useTeachingAccount()?.limitedIn ?? [];
  return classId === undefined ? limitedIn.length === 0 : !limitedIn.includes(classId);
}
