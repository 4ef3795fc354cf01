import { array, assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { findInView } from './find-in-view.ts';

const screen = { from: 80, to: 880 };
/** Questions 300 pixels high, one below the other, scrolled by a number of pixels. */
const scrolledBy = (pixels: number) =>
  Array.from({ length: 10 }, (_, index) => {
    const top = 100 + index * 300 - pixels;
    return { number: String(index + 1), top, bottom: top + 290 };
  });

test('the current question is selected as long as it is on the screen', () => {
  expect(findInView(scrolledBy(0), '1', screen)).toBe('1');
  expect(findInView(scrolledBy(0), '2', screen)).toBe('2');
  expect(findInView(scrolledBy(150), '1', screen)).toBe('1');
});

test('with questions 8 and 9 in view question 1 is not selected', () => {
  expect(findInView(scrolledBy(2100), '1', screen)).toBe('8');
});

test('a question higher than the screen is selected while it fills it', () => {
  const tall = [
    { number: '1', top: -900, bottom: 50 },
    { number: '2', top: 60, bottom: 3000 },
  ];
  expect(findInView(tall, '1', screen)).toBe('2');
});

test('the selected question is always on the screen', () => {
  const height = integer({ min: 1, max: 3000 });
  const cases = record({
    heights: array(height, { minLength: 1 }),
    scrolled: integer({ max: 9000 }),
  });
  assert(
    property(cases, ({ heights, scrolled }) => {
      let top = -scrolled;
      const places = heights.map((pixels, index) => {
        const place = { number: String(index + 1), top, bottom: top + pixels };
        top += pixels;
        return place;
      });
      const meant = places.find(({ number }) => number === findInView(places, '1', screen));
      if (meant === undefined) return;
      expect(meant.bottom).toBeGreaterThan(screen.from);
      expect(meant.top).toBeLessThan(screen.to);
    }),
  );
});
