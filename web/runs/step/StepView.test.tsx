import { MantineProvider } from '@mantine/core';
import type { TraceValue } from '@vlabs/contract/runs/trace/trace';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StepView } from './StepView.tsx';
import { traceOf } from './step.setup.ts';

const rendered = (trace: ReturnType<typeof traceOf>, input = ''): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <StepView
        trace={trace}
        sources={new Map([['script.py', 'x = 1']])}
        input={input}
        isOutdated={false}
        onMoreInput={null}
        onClose={() => undefined}
        initialStep={trace.snapshots.length - 1}
      />
    </MantineProvider>,
  );

const HOSTILE = '<img src=x onerror=alert(1)>';

test('whatever a trace contains is shown as text', () => {
  const page = rendered(
    traceOf(
      [
        {
          l: 1,
          c: [HOSTILE, '__proto__'],
          t: [HOSTILE],
          s: [
            [0, '__proto__', HOSTILE],
            [2, HOSTILE, ['v', 9, HOSTILE]],
          ],
          h: [
            [1, 'fields', 0, 1, [[HOSTILE, ['x', HOSTILE]]]],
            [
              2,
              'map',
              99,
              1,
              [
                [
                  ['r', 1],
                  ['s', HOSTILE, 5],
                ],
              ],
            ],
          ],
          o: HOSTILE,
          e: 'exception',
          v: HOSTILE,
        },
      ],
      { end: 'exception', text: HOSTILE },
    ),
    HOSTILE,
  );
  expect(page).not.toContain('<img');
  expect(page.split('&lt;img').length).toBeGreaterThan(8);
  expect(page).toContain('>__proto__<');
});

test('of a step that nests 4 MB of values, some are shown', () => {
  const row = (depth: number): TraceValue => [
    'o',
    'array',
    0,
    60,
    Array.from({ length: 60 }, () => (depth === 0 ? 0 : row(depth - 1))),
  ];
  const page = rendered(traceOf([{ s: [0, 1, 2, 3].map((at) => [0, `v${at}`, row(2)]) }]));
  expect(page.split('<li').length).toBeLessThan(25_000);
  expect(page).toContain('more elements');
});

test('a trace without steps says why', () => {
  const page = rendered(traceOf([], { end: 'killed' }));
  expect(page).toContain('No steps');
  expect(page).toContain('The program was ended here.');
});
