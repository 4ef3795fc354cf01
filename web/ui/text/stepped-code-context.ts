import { createContext, type ReactNode } from 'react';

/** A code block that is stepped through. */
export interface SteppedCode {
  text: string;
  /** The first word after the fence. */
  language: string;
  /** The words after it. */
  meta: string;
}

/** Renders what is shown below such a block. */
export const SteppedCodeContext = createContext<(block: SteppedCode) => ReactNode>(() => null);
