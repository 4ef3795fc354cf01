import { useState } from 'react';

export interface OutputView {
  isTerminal: boolean;
  /** Once opened, the terminal stays mounted so it keeps its content while hidden. */
  wasOpened: boolean;
  showTerminal: () => void;
  showOutput: () => void;
}

/** Whether the output panel or the terminal is visible. */
export function useOutputView(): OutputView {
  const [isTerminal, setIsTerminal] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    isTerminal,
    wasOpened,
    showTerminal: () => {
      setIsTerminal(true);
      setWasOpened(true);
    },
    showOutput: () => setIsTerminal(false),
  };
}
