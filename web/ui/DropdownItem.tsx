import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './DropdownItem.module.css';

interface DropdownItemProps {
  icon: ReactNode;
  children: string;
  /** The page it leads to; without it, it does something here. */
  to?: string;
  /** One of several choices, and whether it is the chosen one. */
  isChosen?: boolean;
  onClick?: () => void;
}

/** One line of a dropdown. */
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
