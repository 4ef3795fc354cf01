import { addMembers } from '@vlabs/contract/classes/class-members';
import type { z } from 'zod';
import { call } from '../../platform/calls/call.ts';
import { useClassChange } from '../calls/use-classes.ts';

export type Added = z.output<typeof addMembers.reply>['data'];

/** Adds people to a class, or changes their role. */
export function useAddMembers(classId: string, onDone?: (added: Added) => void) {
  return useClassChange(
    async (body: z.input<typeof addMembers.body>) =>
      (await call(addMembers, { params: { classId }, body })).data,
    onDone,
  );
}
