import { Burger } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import classes from './Frame.module.css';
import { SchemeMenu } from './SchemeMenu.tsx';

interface FrameLink {
  label: string;
  to: string;
  /** The page hands over the state of the one before it. */
  keepsState?: true;
}

interface FrameProps {
  links: FrameLink[];
  footerLinks: FrameLink[];
  /** Right end of the navigation: the account menu. */
  account: ReactNode;
  /** Hides navigation and footer, for work that a stray click must not leave. */
  isBare?: boolean;
  /** Shown at the bottom of the window. */
  below?: ReactNode;
}

/** The frame of every page: navigation, content, footer. */
export function Frame({ links, footerLinks, account, isBare = false, below }: FrameProps) {
  return (
    <div className={classes.frame}>
      {!isBare && (
        <>
          <a className={classes.skip} href="#page">
            Skip to content
          </a>
          <NavigationProgress />
          <Header links={links} account={account} />
        </>
      )}
      <main id="page" tabIndex={-1} className={classes.main}>
        <Outlet />
        {below}
      </main>
      {!isBare && (
        <footer className={classes.footer}>
          <div className={classes.footerInner}>
            <span>V-labs</span>
            <nav aria-label="Footer" className={classes.footerLinks}>
              {footerLinks.map(({ label, to }) => (
                <NavLink key={to} to={to} className={classes.footerLink ?? ''}>
                  {label}
                </NavLink>
              ))}
            </nav>
          </div>
        </footer>
      )}
      <ScrollRestoration />
    </div>
  );
}

function Header({ links, account }: Pick<FrameProps, 'links' | 'account'>) {
  const [isOpen, setIsOpen] = useState(false);
  const burger = useRef<HTMLButtonElement>(null);
  const { state } = useLocation();
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    burger.current?.focus();
  });

  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Burger
          ref={burger}
          className={classes.burger ?? ''}
          size="sm"
          opened={isOpen}
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
          onClick={() => setIsOpen(!isOpen)}
        />
        <NavLink to="/" className={classes.brand ?? ''} aria-label="V-labs home">
          <img src="/favicon.svg" alt="" width={26} height={26} />
          <span>V-labs</span>
        </NavLink>
        <nav id="navigation" aria-label="Main" className={classes.links} data-open={isOpen}>
          {links.map(({ label, to, keepsState }) => (
            <NavLink
              key={to}
              to={to}
              state={keepsState && state}
              end={to === '/'}
              className={classes.link ?? ''}
              onClick={() => setIsOpen(false)}
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={classes.end}>
          <SchemeMenu />
          {account}
        </div>
      </div>
    </header>
  );
}

/** A progress bar while the next page loads, delayed so that fast pages show none. */
function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className={classes.progress} aria-hidden />;
}
