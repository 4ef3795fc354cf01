import { type ClassDetails, getClass } from '@vlabs/contract/people/classes';
import { hasRight } from '@vlabs/contract/rights';
import { call } from '../platform/calls/call.ts';
import { rememberedClass } from './remembered-class.ts';

/** The class last viewed in this browser, if new work may be written in it. */
export async function loadClassToBeginWith(userId: string): Promise<ClassDetails | null> {
  const classId = rememberedClass(userId);
  if (classId === null) return null;
  try {
    const { data } = await call(getClass, { params: { classId } });
    return data.state === 'open' && hasRight(data.rights, 'edit') ? data : null;
  } catch {
    // The person chooses a class themselves.
    return null;
  }
}
