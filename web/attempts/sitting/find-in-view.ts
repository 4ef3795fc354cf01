/** Where a question stands on the screen, in pixels. */
export interface Place {
  number: string;
  top: number;
  bottom: number;
}

/**
 * The question that keys may change: the current one while at least half of it is on the screen, else the first that is
 * there as a whole, or by half, or most of all.
 * `from` and `to` bound what is seen, in the same pixels. Null when none is on the screen.
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
