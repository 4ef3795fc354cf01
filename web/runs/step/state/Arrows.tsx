import { useEffect, useLayoutEffect, useRef } from 'react';
import { drawArrow, type Box } from './arrow-paths.ts';
import classes from './StatePane.module.css';

/** More would hide what they lie on. */
const MAX_ARROWS = 150;

/**
 * Arrows from references to what they refer to, in a layer over its parent element. If there are many, only those of
 * the part that is pointed at or has the focus.
 * Rendered together with that element's content.
 */
export function Arrows() {
  const layer = useRef<SVGSVGElement>(null);

  useLayoutEffect(() => {
    if (layer.current) drawAll(layer.current, null);
  });

  useEffect(() => {
    const svg = layer.current;
    const parent = svg?.parentElement;
    if (!svg || !parent) return undefined;
    let pointed: Element | null = null;
    const draw = () => drawAll(svg, pointed);
    const point = ({ target }: Event) => {
      const found =
        target instanceof Element ? target.closest('[data-target], [data-refers]') : null;
      if (found === pointed) return;
      pointed = found;
      draw();
    };
    const sizes = new ResizeObserver(draw);
    for (const child of [parent, ...parent.children]) if (child !== svg) sizes.observe(child);
    parent.addEventListener('pointerover', point);
    parent.addEventListener('focusin', point);
    parent.addEventListener('scroll', draw, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      parent.removeEventListener('pointerover', point);
      parent.removeEventListener('focusin', point);
      parent.removeEventListener('scroll', draw, { capture: true });
    };
  }, []);

  return (
    <svg ref={layer} className={classes.arrows} aria-hidden focusable="false">
      <path className={classes.arrow} />
      <path className={classes.arrowPointed} />
    </svg>
  );
}

/** Draws the arrows as they must be now. React does not render them, because they follow from the layout. */
function drawAll(svg: SVGSVGElement, pointed: Element | null): void {
  const parent = svg.parentElement;
  const [usual, strong] = svg.querySelectorAll('path');
  if (!parent || !usual || !strong) return;
  const references = [...parent.querySelectorAll('[data-refers]')];
  const isOfPointed = (one: Element) =>
    pointed !== null &&
    (pointed.contains(one) ||
      one.getAttribute('data-refers') === pointed.getAttribute('data-target'));
  const strongOnes = references.filter(isOfPointed).slice(0, MAX_ARROWS);
  const isFew = references.length <= MAX_ARROWS;
  const usualOnes = isFew ? references.filter((one) => !isOfPointed(one)) : [];
  const targets = new Map<string, Element>();
  for (const target of parent.querySelectorAll('[data-target]'))
    targets.set(target.getAttribute('data-target') ?? '', target);
  // All rectangles are read before anything is written, so the layout is computed once.
  const origin = svg.getBoundingClientRect();
  const pathOf = (ones: readonly Element[]) =>
    ones.map((one) => pathFrom(one, targets, origin)).join('');
  const [path, strongPath] = [pathOf(usualOnes), pathOf(strongOnes)];
  usual.setAttribute('d', path);
  strong.setAttribute('d', strongPath);
}

function pathFrom(
  reference: Element,
  targets: ReadonlyMap<string, Element>,
  origin: DOMRect,
): string {
  const target = targets.get(reference.getAttribute('data-refers') ?? '');
  if (!target) return '';
  const element = reference.getAttribute('data-element');
  const part = element === null ? null : target.querySelector('ol')?.children[Number(element)];
  return drawArrow(boxOf(reference, origin), boxOf(part ?? target, origin));
}

function boxOf(element: Element, origin: DOMRect): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - origin.left, top: top - origin.top, width, height };
}
