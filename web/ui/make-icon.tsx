import type { ComponentType, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Of both sides, in px. */
  size?: number;
  /** The width of the lines, of 24 across the whole. */
  stroke?: number;
}

export type Icon = ComponentType<IconProps>;

const kinds = {
  lines: { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' },
  filled: { fill: 'currentColor', stroke: 'none' },
} as const;

/**
 * A component that shows `body`, what stands inside the `svg` of an icon. The build calls it with the
 * icons of the package that it names (`tabler-icons.ts`), and never with what a person wrote.
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
