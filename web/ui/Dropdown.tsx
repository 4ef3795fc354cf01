import { useClickOutside } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import classes from './Dropdown.module.css';

interface DropdownProps {
  /** Accessible name of the button if it shows only an icon. */
  label?: string;
  /** Content of the button. */
  face: ReactNode;
  /** Items of the panel; selecting one closes it. */
  children: ReactNode;
  /** For texts: wide enough to read, and full width on a phone. */
  isWide?: boolean;
}

/**
 * A button with a panel of links or choices. It follows the disclosure pattern: Tab moves through
 * the panel, Escape or a click outside closes it.
 */
export function Dropdown({ label, face, children, isWide = false }: DropdownProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const area = useClickOutside<HTMLDivElement>(() => setIsOpen(false));

  function close(): void {
    setIsOpen(false);
    button.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen) close();
  }
  function onClick({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('li')) close();
  }

  return (
    <div
      ref={area}
      className={classes.area}
      role="presentation"
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && (
        <div id={panelId} className={classes.panel} data-wide={isWide}>
          {children}
        </div>
      )}
    </div>
  );
}
