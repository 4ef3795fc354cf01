import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { chooseDigest, getDigest } from '@vlabs/contract/notices/digest';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** A student's choice of one mail a day. */
export function DigestChoice({ isVerified }: { isVerified: boolean }) {
  const refresh = useRefresh(getDigest);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isWanted: boolean) => call(chooseDigest, { body: { isWanted } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: refresh,
  });
  return (
    <Loaded
      query={useQuery(queryOf(getDigest, {}))}
      waiting={<LinesSkeleton lines={1} />}
      failure="Your choice of a daily mail could not be loaded."
    >
      {({ isWanted }) => (
        <Switch
          mb="md"
          label="One mail a day with my notices"
          description={
            isVerified
              ? 'At 7 AM, if something is new. Each mail has a link that ends it.'
              : 'At 7 AM, if something is new, once your address is confirmed.'
          }
          checked={isPending ? variables : isWanted}
          disabled={isPending}
          onChange={({ currentTarget }) => mutate(currentTarget.checked)}
        />
      )}
    </Loaded>
  );
}
