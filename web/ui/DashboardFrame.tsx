import { NavLink, Outlet } from 'react-router';
import classes from './DashboardFrame.module.css';

interface DashboardFrameProps {
  /** Names the menu for those who hear it. */
  label: string;
  links: { label: string; to: string }[];
}

/** A side menu with its pages beside it; on a phone the menu is a row above them that can be swiped. */
export function DashboardFrame({ label, links }: DashboardFrameProps) {
  return (
    <div className={classes.dashboard}>
      <nav aria-label={label} className={classes.menu}>
        {links.map((link) => (
          <NavLink key={link.to} to={link.to} className={classes.link ?? ''}>
            {link.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
