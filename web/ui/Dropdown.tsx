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
  /** What is said of the button when its face is a picture. */
  label?: string;
  /** Inside of the button. */
  face: ReactNode;
  /** Lines of the panel; choosing one closes it. */
  children: ReactNode;
  /** For lines of text: as wide as reading needs, and on a phone as wide as the screen. */
  isWide?: boolean;
}

/**
 * A button with a panel of links or choices under it. A plain disclosure: Tab walks through the panel, Escape or a
 * click elsewhere closes it.
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
