import { UnstyledButton } from '@mantine/core';
import IconChevronRight from '~icons/chevron-right';
import type { ReactNode } from 'react';
import classes from './cases.module.css';

interface DisclosureProps {
  heading: string;
  /** Shown in one line next to the heading. */
  summary: string;
  isOpen: boolean;
  isFaulty?: boolean;
  /** Buttons at the end of the line. */
  tools?: ReactNode;
  onToggle: () => void;
  children: ReactNode;
}

/** Fields that are shown when they are wanted, below a line that summarises them. */
export function Disclosure(props: DisclosureProps) {
  const { heading, summary, isOpen, isFaulty = false, tools, onToggle, children } = props;
  return (
    <div className={classes.part} data-faulty={isFaulty}>
      <div className={classes.head}>
        <UnstyledButton className={classes.toggle ?? ''} aria-expanded={isOpen} onClick={onToggle}>
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          <span className={classes.heading}>{heading}</span>
          <span className={classes.summary}>{summary}</span>
        </UnstyledButton>
        {tools}
      </div>
      {isOpen && (
        <fieldset aria-label={heading} className={classes.content}>
          {children}
        </fieldset>
      )}
    </div>
  );
}
