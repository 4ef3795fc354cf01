import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';
import { PageHeading } from './PageHeading.tsx';

interface PageProps {
  heading: string;
  /** What the browser's tab says; the heading unless given. */
  title?: string;
  /** One quiet line below the heading. */
  introduction?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
  /** `reading` keeps lines short; `form` is for one column of fields; `whole` is for wide tables. */
  width?: 'whole' | 'wide' | 'reading' | 'form';
  children?: ReactNode;
}

export function Page({
  heading,
  title,
  introduction,
  action,
  width = 'wide',
  children,
}: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      <div className={classes.top}>
        <div>
          <PageHeading title={title ?? heading}>{heading}</PageHeading>
          {introduction !== undefined && (
            <Text c="dimmed" mt={6} maw="65ch">
              {introduction}
            </Text>
          )}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
