import { Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/privacy/data-notice';
import { dataNotice } from '@vlabs/contract/privacy/data-notice-text';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { toastError } from '../ui/toast.ts';
import classes from './DataNotice.module.css';

const question = queryOf(contract.getDataNotice, {});

/** Asks users to read the data notice. It is shown below the page and blocks nothing. */
export function DataNotice() {
  const [isLater, setIsLater] = useState(false);
  // If the check fails, nothing is shown; the next page asks again.
  const { data } = useQuery({ ...question, staleTime: Infinity });
  const { mutate: read, isPending } = useReadDataNotice();
  if (isLater || data?.readAt !== null) return null;
  return (
    <section aria-label="Data notice" className={classes.notice}>
      <div className={classes.inner}>
        <Text size="sm" className={classes.text ?? ''}>
          {data.hasReadEarlier ? 'The data notice has changed. ' : 'V-labs keeps data about you. '}
          <Anchor component={Link} to="/policy#data" underline="always" inherit>
            Read the data notice
          </Anchor>
        </Text>
        <div className={classes.buttons}>
          <Button
            size="xs"
            loading={isPending}
            onClick={() => read(undefined, { onSuccess: toPage })}
          >
            I have read this
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setIsLater(true);
              toPage();
            }}
          >
            Not now
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Keeps keyboard users on the page, because the button is gone. */
function toPage(): void {
  document.querySelector<HTMLElement>('#page')?.focus({ preventScroll: true });
}

function useReadDataNotice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(contract.readDataNotice, { body: { version: dataNotice.version } }),
    onSuccess: ({ data }) => queryClient.setQueryData(question.queryKey, data),
    onError: (error) => toastError(messageOf(error)),
  });
}
