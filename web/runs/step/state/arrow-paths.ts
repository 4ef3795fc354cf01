/** In CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const HEAD = 5;
/** An arrow enters a high box near its top, where its name is. */
const MAX_ENTRY = 14;

const round = (length: number): number => Math.round(length * 10) / 10;

/** The path of an arrow with its head, from the right edge of one box to the left, upper or right edge of another. */
export function drawArrow(from: Box, to: Box): string {
  if (from.width === 0 || to.width === 0) return '';
  const x = from.left + from.width;
  const y = from.top + from.height / 2;
  const isToRight = to.left >= x;
  if (!isToRight && to.top > from.top + from.height) return drawDown(x, y, to);
  const endX = isToRight ? to.left : to.left + to.width;
  const endY = to.top + Math.min(MAX_ENTRY, to.height / 2);
  const bend = Math.max(24, Math.abs(endX - x) / 2);
  const side = isToRight ? -1 : 1;
  const curve = `C${round(x + bend)} ${round(y)} ${round(endX + side * bend)} ${round(endY)} ${round(endX)} ${round(endY)}`;
  const head = `M${round(endX + side * HEAD)} ${round(endY - HEAD)}L${round(endX)} ${round(endY)}l${side * HEAD} ${HEAD}`;
  return `M${round(x)} ${round(y)}${curve}${head}`;
}

/** To the upper edge of a box below. */
function drawDown(x: number, y: number, to: Box): string {
  const endX = to.left + Math.min(MAX_ENTRY, to.width / 2);
  const bend = Math.max(12, Math.min(60, (to.top - y) / 2));
  const curve = `C${round(x + bend)} ${round(y)} ${round(endX)} ${round(to.top - bend)} ${round(endX)} ${round(to.top)}`;
  const head = `M${round(endX - HEAD)} ${round(to.top - HEAD)}L${round(endX)} ${round(to.top)}l${HEAD} -${HEAD}`;
  return `M${round(x)} ${round(y)}${curve}${head}`;
}
