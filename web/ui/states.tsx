import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconRefresh from '~icons/refresh';
import type { ComponentType, ReactNode } from 'react';
import { CallError, messageOf } from '../platform/calls/call.ts';
import classes from './states.module.css';

/** Skeleton of a loading page. */
export function PageSkeleton() {
  return (
    <div className={classes.pageSkeleton}>
      <output className={classes.spoken}>Loading...</output>
      <Skeleton height={30} width="min(16rem, 60%)" mb="xl" />
      <LinesSkeleton lines={5} />
    </div>
  );
}

/** A part of a page that is loading. A name needs an element that may have one. */
export function PartSkeleton({ height }: { height: number | string }) {
  return (
    <output aria-label="Loading..." style={{ display: 'block', height }}>
      <Skeleton height="100%" />
    </output>
  );
}

export function LinesSkeleton({ lines }: { lines: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={18} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}

interface EmptyProps {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  children: ReactNode;
}

/** Tells what will be shown here and how to add it. */
export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <Paper withBorder className={classes.empty}>
      <span className={classes.emptyIcon} aria-hidden>
        <Icon size={26} stroke={1.6} />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw="52ch">
        {children}
      </Text>
    </Paper>
  );
}

interface FailedProps {
  /** What happened and what was kept, in one or two sentences. */
  message: string;
  /** Omitted if a retry would give the same answer. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
}

export function Failed({ message, onRetry, isRetrying = false }: FailedProps) {
  return (
    <Paper withBorder className={classes.failed} role="alert">
      <IconAlertTriangle size={22} className={classes.failedIcon} aria-hidden />
      <Text className={classes.failedMessage}>{message}</Text>
      {onRetry && (
        <Button
          variant="default"
          loading={isRetrying}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
        >
          Retry
        </Button>
      )}
    </Paper>
  );
}

export interface LoadedProps<Data> {
  /** The TanStack query. */
  query: {
    data: Data | undefined;
    error: Error | null;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /**
   * What could not be loaded, as a sentence that the reason follows; or a function that makes the
   * whole text from the reason.
   */
  failure: string | ((reason: string) => string);
  /** Shown while loading. */
  waiting?: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children?: (data: Data) => ReactNode;
}

const NOT_FOUND = 404;
/** A timeout and a rate limit. */
const PASSING = new Set([408, 429]);

/** A retry would be refused again. */
const isRefusal = (error: Error | null): boolean =>
  error instanceof CallError && !error.isTemporary && !PASSING.has(error.status);

function tellFailure(error: Error | null, failure: LoadedProps<unknown>['failure']): string {
  const reason = messageOf(error);
  if (typeof failure !== 'string') return failure(reason);
  // Nothing went wrong with loading.
  return error instanceof CallError && error.status === NOT_FOUND
    ? `${reason} It may have been removed, or you may not have access to it.`
    : `${failure} ${reason}`;
}

/** Shows a query: loading, failed with Retry, or its data. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, failure, waiting = <LinesSkeleton lines={8} />, empty, children } = props;
  const { data, error, isPending, isFetching, refetch } = query;
  if (isPending) return waiting;
  if (data === undefined) {
    return (
      <Failed
        message={tellFailure(error, failure)}
        onRetry={isRefusal(error) ? undefined : () => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (empty && Array.isArray(data) && data.length === 0) return empty;
  return children?.(data);
}
