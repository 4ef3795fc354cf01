import type { TimerOrder } from './steady-timers.ts';

const timers = new Map<number, ReturnType<typeof setTimeout>>();

addEventListener('message', ({ data: { number, afterMs } }: MessageEvent<TimerOrder>) => {
  clearTimeout(timers.get(number));
  timers.delete(number);
  if (afterMs === null) return;
  const timer = setTimeout(() => {
    timers.delete(number);
    postMessage(number);
  }, afterMs);
  timers.set(number, timer);
});
