import { Anchor, Group, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import IconArrowLeft from '~icons/arrow-left';
import { CallError } from '../../platform/calls/call.ts';
import { Loaded } from '../states.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Page } from './Page.tsx';

const NO_SUCH_CLASS = [400, 404];

interface PageOfClassProps<Data> {
  heading: string;
  width?: NonNullable<ComponentProps<typeof Page>['width']>;
  query: UseQueryResult<Data>;
  /** What could not be loaded. */
  failure: string;
  introduction: (data: Data) => string;
  /** The page above. */
  back: { label: string; path: string };
  children: (data: Data) => ReactNode;
}

/** A page of one class below another page, such as its sheet of marks. */
export function PageOfClass<Data>(props: PageOfClassProps<Data>) {
  const { heading, width, query, failure, introduction, back, children } = props;
  const { data, error } = query;
  if (error instanceof CallError && NO_SUCH_CLASS.includes(error.status)) return <NotFoundPage />;
  return (
    <Page
      heading={heading}
      {...(width !== undefined && { width })}
      {...(data !== undefined && { introduction: introduction(data) })}
    >
      <Stack gap="lg">
        <Anchor component={Link} to={back.path} size="sm">
          <Group component="span" gap={6}>
            <IconArrowLeft size={16} aria-hidden />
            {back.label}
          </Group>
        </Anchor>
        <Loaded query={query} failure={failure}>
          {children}
        </Loaded>
      </Stack>
    </Page>
  );
}
