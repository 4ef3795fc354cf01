import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, Outlet, useHref, useLocation } from 'react-router';
import classes from './DashboardFrame.module.css';

interface DashboardFrameProps {
  /** Accessible name of the menu. */
  label: string;
  links: { label: string; to: string }[];
  /** Controls that filter the page below. */
  above?: ReactNode;
}

/** A side menu next to its pages; on a phone a scrollable row above them. */
export function DashboardFrame({ label, links, above }: DashboardFrameProps) {
  const menu = useRef<HTMLElement>(null);
  const here = useHref(useLocation().pathname);

  // On a phone the active entry may be scrolled out of view.
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
