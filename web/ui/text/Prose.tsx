import type { ReactNode } from 'react';
import classes from './Prose.module.css';

/** Running text: paragraphs, headings and lists with spacing. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={classes.prose}>{children}</div>;
}
