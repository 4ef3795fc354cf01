import { type ClassDetails, getClass, listClasses } from '@vlabs/contract/classes/classes';
import { hasRight, roleHasRight } from '@vlabs/contract/http/rights';
import { call } from '../platform/calls/call.ts';
import { rememberedClass } from './remembered-class.ts';

/** The class last viewed in this browser, or a teacher's only one, if new work may be written in it. */
export async function loadClassToBeginWith(userId: string): Promise<ClassDetails | null> {
  try {
    const classId = rememberedClass(userId) ?? (await findOnlyClass());
    if (classId === null) return null;
    const { data } = await call(getClass, { params: { classId } });
    return data.state === 'open' && hasRight(data.rights, 'edit') ? data : null;
  } catch {
    // The person chooses a class themselves.
    return null;
  }
}

/** Campus admins have no role in classes, so none is theirs. */
async function findOnlyClass(): Promise<string | null> {
  const { data } = await call(listClasses, { query: {} });
  const own = data.classes.filter(({ role }) => role !== null && roleHasRight(role, 'edit'));
  const [only] = own;
  return only && own.length === 1 ? only.classId : null;
}
