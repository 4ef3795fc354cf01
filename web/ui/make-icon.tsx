import type { ComponentType, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in px. */
  size?: number;
  /** Stroke width on a 24 × 24 grid. */
  stroke?: number;
}

export type Icon = ComponentType<IconProps>;

const kinds = {
  lines: { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' },
  filled: { fill: 'currentColor', stroke: 'none' },
} as const;

/**
 * A component for an icon; `body` is the content of its `svg`. Only the build calls it (`tabler-
 * icons.ts`), with icons of a package, never with user input.
 */
export function makeIcon(name: string, kind: keyof typeof kinds, body: string): Icon {
  const html = { __html: body };
  return function TablerIcon({ size = 24, stroke = 2, className, ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox="0 0 24 24"
        width={size}
        height={size}
        {...kinds[kind]}
        strokeWidth={kind === 'lines' ? stroke : undefined}
        {...rest}
        className={`tabler-icon tabler-icon-${name} ${className ?? ''}`.trim()}
        dangerouslySetInnerHTML={html}
      />
    );
  };
}
