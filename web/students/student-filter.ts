import { AccountState, StudentSort } from '@vlabs/contract/students/students';
import { readClass } from '../platform/use-class-in-address.ts';
import { readSorting } from '../ui/table/use-sorting.ts';
import type { StudentFilter } from './list/use-students.ts';

/** Reads the filters in the address; an unknown filter is ignored. */
export function readFilter(address: URLSearchParams, search: string): StudentFilter {
  const sorting = readSorting(address.get('sort'));
  const sort = StudentSort.safeParse(sorting?.column).data;
  const inClass = readClass(address.get('class'));
  const account = AccountState.safeParse(address.get('account')).data;
  const [course, year, mentor] = ['course', 'year', 'mentor'].map((name) => address.get(name));
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(inClass && { class: inClass }),
    ...(course && { course }),
    ...(year && { year }),
    ...(mentor && { mentor }),
    ...(account && { account }),
    ...(sorting && sort && { sort, direction: sorting.direction }),
  };
}
