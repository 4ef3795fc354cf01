import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './Dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** `wide` uses the whole screen, for side-by-side views. */
  size?: 'usual' | 'wide';
  /**
   * Called on Escape and on a click outside. Without it, only the dialog's own buttons close it.
   */
  onClose?: () => void;
  /** The page behind it can't be read. */
  hidesPage?: boolean;
}

/** A modal dialog. Its title is not a page header, so the page keeps one banner. */
export function Dialog({
  title,
  children,
  size = 'usual',
  onClose,
  hidesPage = false,
}: DialogProps) {
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
      <Modal.Overlay
        {...(hidesPage && { backgroundOpacity: 1, color: 'var(--mantine-color-body)' })}
      />
      <Modal.Content>
        <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A closed dialog returns the focus to where it was. */
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
