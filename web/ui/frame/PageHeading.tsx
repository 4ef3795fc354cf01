import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface PageHeadingProps {
  children: string;
  /** Title of the browser tab, before the product's name; defaults to the heading. */
  title?: string;
}

/** The page's only h1. It sets the tab's title and takes the focus after navigation. */
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
