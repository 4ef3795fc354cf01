import type { ClassInList } from '@vlabs/contract/classes/classes';
import type { ClassRole } from '@vlabs/contract/http/rights';

export const classesPath = '/admin/dashboard/classes';
export const classPath = (classId: string) => `${classesPath}/${classId}`;

export const roleWords: Record<ClassRole, string> = {
  owner: 'Owner',
  teacher: 'Teacher',
  assistant: 'Assistant',
  student: 'Student',
};

/** The caller's role, in words. */
export const callerRole = ({ role }: Pick<ClassInList, 'role'>): string =>
  role === null ? 'Campus admin' : roleWords[role];

export const countPeople = (count: number): string =>
  count === 1 ? '1 person' : `${count} people`;
