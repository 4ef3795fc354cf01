import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './Dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** `wide` takes what the screen has, for what is read side by side. */
  size?: 'usual' | 'wide';
  /** Escape and a click beside it close it. Without this, only what stands in it does. */
  onClose?: () => void;
}

/** A question over the page. Its title is no page header, so that the page keeps its one banner. */
export function Dialog({ title, children, size = 'usual', onClose }: DialogProps) {
  const canClose = onClose !== undefined;
  useFocusReturn();
  return (
    <Modal.Root
      opened
      centered
      {...(size === 'wide' && { size: 'min(72rem, 96vw)' })}
      closeOnEscape={canClose}
      closeOnClickOutside={canClose}
      onClose={() => onClose?.()}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A dialog that is gone gives the focus back to where it was when it came. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}
