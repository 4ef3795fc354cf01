import { useQuery } from '@tanstack/react-query';
import { listAudienceChoices } from '@vlabs/contract/people/students';
import { call } from '../platform/calls/call.ts';

/** The courses, years and students that an audience may name. */
export function useAudienceChoices() {
  return useQuery({
    queryKey: ['students', 'audience-choices'],
    queryFn: async ({ signal }) => (await call(listAudienceChoices, {}, { signal })).data,
  });
}
