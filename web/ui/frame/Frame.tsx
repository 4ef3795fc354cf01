import { Burger, useMantineColorScheme } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import classes from './Frame.module.css';
import IconDeviceDesktop from '~icons/device-desktop';
import IconMoon from '~icons/moon';
import IconSun from '~icons/sun';
import { Dropdown } from '../Dropdown.tsx';
import { DropdownItem } from '../DropdownItem.tsx';

const schemes = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Light, dark or system; the choice is remembered. */
function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = schemes.find(({ value }) => value === colorScheme) ?? schemes[2];

  return (
    <Dropdown
      label={`Colour scheme: ${chosen.label}`}
      face={<chosen.Icon size={20} stroke={1.7} aria-hidden />}
    >
      <ul>
        {schemes.map(({ value, label, Icon }) => (
          <DropdownItem
            key={value}
            icon={<Icon size={18} stroke={1.7} aria-hidden />}
            isChosen={value === colorScheme}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </DropdownItem>
        ))}
      </ul>
    </Dropdown>
  );
}

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
