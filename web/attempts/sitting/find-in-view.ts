/** Position of a question on the screen, in pixels. */
export interface Place {
  number: string;
  top: number;
  bottom: number;
}

/**
 * The question that shortcuts apply to: the current one while at least half of it is visible,
 * otherwise the first that is fully visible, then half visible, then the most visible. `from` and
 * `to` bound the visible area in the same pixels. Null if none is visible.
 */
export function findInView(
  places: readonly Place[],
  current: string,
  { from, to }: { from: number; to: number },
): string | null {
  const seen = ({ top, bottom }: Place) => Math.min(bottom, to) - Math.max(top, from);
  const isInView = (place: Place) =>
    seen(place) >= Math.min(place.bottom - place.top, to - from) / 2;
  const isWhole = ({ top, bottom }: Place) => top >= from && bottom <= to;
  const chosen =
    places.find((place) => place.number === current && isInView(place)) ??
    places.find(isWhole) ??
    places.find(isInView);
  if (chosen) return chosen.number;
  const [max] = places.toSorted((one, other) => seen(other) - seen(one));
  return max && seen(max) > 0 ? max.number : null;
}
