import { useQuery } from '@tanstack/react-query';
import { listOwnClasses } from '@vlabs/contract/classes/classes';
import { queryOf } from '../../platform/calls/query-of.ts';
import { isAdmin, useSession } from '../../platform/calls/session.ts';

/** The names of a student's classes by id; empty if there is at most one class. */
export function useClassNames(): ReadonlyMap<string, string> {
  const { user } = useSession();
  const isStudent = user !== null && !isAdmin(user);
  const { data = [] } = useQuery({ ...queryOf(listOwnClasses, {}), enabled: isStudent });
  return new Map(data.length > 1 ? data.map(({ classId, name }) => [classId, name]) : []);
}
