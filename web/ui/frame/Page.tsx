import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';
import { PageHeading } from './PageHeading.tsx';

interface PageProps {
  heading: string;
  /** Title of the browser tab; defaults to the heading. */
  title?: string;
  /** One line below the heading. */
  introduction?: ReactNode;
  /** The page's primary action. */
  action?: ReactNode;
  /**
   * `reading` limits line length; `form` is for one column of fields; `whole` is for wide tables.
   */
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
