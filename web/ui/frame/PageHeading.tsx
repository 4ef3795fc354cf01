import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface PageHeadingProps {
  children: string;
  /** What the browser's tab says before the product's name; the heading itself unless given. */
  title?: string;
}

/** The one h1 of a page. It names the tab, and takes the focus when one came here from another page. */
export function PageHeading({ children, title = children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const cameFromAnotherPage = useRef(key !== 'default');

  useEffect(() => {
    document.title = title === '' ? 'V-labs' : `${title} · V-labs`;
  }, [title]);

  useEffect(() => {
    if (cameFromAnotherPage.current) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Title order={1} ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
