import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './DropdownItem.module.css';

interface DropdownItemProps {
  icon: ReactNode;
  children: string;
  /** The page it links to; without it, it is a button. */
  to?: string;
  /** One of several choices, and whether it is selected. */
  isChosen?: boolean;
  onClick?: () => void;
}

/** One item of a dropdown. */
export function DropdownItem({ icon, children, to, isChosen, onClick }: DropdownItemProps) {
  return (
    <li>
      {to === undefined ? (
        <button type="button" className={classes.item} aria-pressed={isChosen} onClick={onClick}>
          {icon}
          {children}
        </button>
      ) : (
        <Link to={to} className={classes.item}>
          {icon}
          {children}
        </Link>
      )}
    </li>
  );
}
