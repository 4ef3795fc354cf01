import { type Replayed, replay } from '@vlabs/contract/runs/trace/replay';
import type { TraceEnd, TraceStep } from '@vlabs/contract/runs/trace/trace';

/** A trace of these steps, as the page has it. */
export const traceOf = (steps: TraceStep[], end: TraceEnd = { end: 'exit', code: 0 }): Replayed =>
  replay({ head: { trace: 1, language: 'python', files: ['script.py'] }, steps, end });

/** `square(3)` twice on line 4, then an end. */
export const twoCalls: TraceStep[] = [
  { l: 1 },
  { l: 4 },
  { l: 1, e: 'call', c: ['square'], s: [[1, 'n', 3]] },
  { l: 2 },
  { l: 2, e: 'return', v: 9 },
  { l: 1, e: 'call', p: 1, c: ['square'], s: [[1, 'n', 4]] },
  { l: 2 },
  { l: 2, e: 'return', v: 16 },
  { l: 5, p: 1, s: [[0, 'sum', 25]] },
  { o: '25\n' },
];
