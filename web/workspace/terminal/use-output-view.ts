import { useState } from 'react';

export interface OutputView {
  isTerminal: boolean;
  /** From then on the terminal keeps what stands in it, also out of sight. */
  wasOpened: boolean;
  showTerminal: () => void;
  showOutput: () => void;
}

/** Which of the two is in sight: what a program printed, or the terminal. */
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
