import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, Outlet, useHref, useLocation } from 'react-router';
import classes from './DashboardFrame.module.css';

interface DashboardFrameProps {
  /** Names the menu for those who hear it. */
  label: string;
  links: { label: string; to: string }[];
  /** What narrows the page below it. */
  above?: ReactNode;
}

/** A side menu with its pages beside it; on a phone the menu is a row above them that can be swiped. */
export function DashboardFrame({ label, links, above }: DashboardFrameProps) {
  const menu = useRef<HTMLElement>(null);
  const here = useHref(useLocation().pathname);

  // On a phone the entry of the page may stand beyond the edge of the row.
  useEffect(() => {
    const entries = [...(menu.current?.querySelectorAll('a') ?? [])];
    const active = entries.findLast((entry) => here.startsWith(entry.pathname));
    active?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);

  return (
    <div className={classes.dashboard}>
      <nav ref={menu} aria-label={label} className={classes.menu}>
        {links.map((link) => (
          <NavLink key={link.to} to={link.to} className={classes.link ?? ''}>
            {link.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes.page}>
        {above}
        <Outlet />
      </div>
    </div>
  );
}
