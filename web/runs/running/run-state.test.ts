import { LANGUAGE_PYTHON } from '@vlabs/contract/runs/languages';
import { type Run } from '@vlabs/contract/runs/runs';
import { describe, expect, test } from 'vitest';
import { encodeBase64Text } from '../../platform/base64-text.ts';
import { idle, nextRunState, type RunAction, type RunOrder, type RunState } from './run-state.ts';
import { statusLine } from './status-line.ts';

const order: RunOrder = { languageId: LANGUAGE_PYTHON, source: 'print(1)', inputs: null };
const waiting = (queue_place: number): Run => ({
  status: { id: 1, description: 'In Queue' },
  phase: 'queued',
  queue_place,
});
const at = (phase: 'compiling' | 'running'): Run => ({
  status: { id: 2, description: 'Processing' },
  phase,
});
const accepted: Run = {
  status: { id: 3, description: 'Accepted' },
  phase: 'finished',
  verdict: 'accepted',
  stdout: encodeBase64Text('1\n'),
  stderr: null,
  compile_output: null,
  message: null,
  time: '0.31',
  memory: 3400,
};

const begin: RunAction[] = [
  { type: 'sent', order },
  { type: 'taken', token: 't' },
];

function after(...actions: RunAction[]): RunState {
  return actions.reduce(nextRunState, idle);
}

const wordsAfter = (...actions: RunAction[]) => statusLine(after(...actions)).text;

describe('the status line', () => {
  test('is true at each step', () => {
    const steps: RunAction[] = [
      ...begin,
      { type: 'observed', run: waiting(2) },
      { type: 'observed', run: waiting(0) },
      { type: 'observed', run: at('compiling') },
      { type: 'observed', run: at('running') },
      { type: 'observed', run: accepted },
    ];
    const words = steps.map((_, index) => wordsAfter(...steps.slice(0, index + 1)));
    expect([statusLine(idle).text, ...words]).toEqual([
      'Not submitted yet',
      'Sending',
      'In queue',
      'In queue (3rd)',
      'In queue (1st)',
      'Compiling',
      'Running',
      'Accepted in 0.31 s',
    ]);
  });

  test('uses English ordinals', () => {
    const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111];
    const words = places.map((place) =>
      wordsAfter(...begin, { type: 'observed', run: waiting(place - 1) }),
    );
    expect(words.map((text) => /\(([^()]*)\)/.exec(text)?.[1])).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '101st',
      '111th',
    ]);
  });

  test.each([
    [{ status: { id: 6, description: 'Compilation Error' } }, 'Compilation Error'],
    [{ status: { id: 5, description: 'Time Limit Exceeded' }, time: '5.0' }, 'Time Limit Exceeded'],
    [
      { status: { id: 11, description: 'Runtime Error (NZEC)' }, verdict: 'memory_limit' },
      'Memory Limit Exceeded',
    ],
    [
      { status: { id: 8, description: 'Runtime Error (SIGXFSZ)' }, verdict: 'output_limit' },
      'Output Limit Exceeded',
    ],
  ])('of %o says what happened', (run, words) => {
    expect(wordsAfter(...begin, { type: 'observed', run })).toBe(words);
  });
});

describe('a run', () => {
  test('brings its output, time and memory in bytes', () => {
    const state = after(...begin, { type: 'observed', run: accepted });
    expect(state).toMatchObject({
      step: 'ended',
      order,
      result: { stdout: '1\n', stderr: '', timeSeconds: '0.31', memoryBytes: 3_481_600 },
    });
  });

  test('that was traced keeps its order and token, by which the trace is read', () => {
    const traced = { ...order, trace: { stdin: '4', initialStep: 2 } };
    const state = after(
      { type: 'sent', order: traced },
      { type: 'taken', token: 't' },
      { type: 'observed', run: at('running') },
      { type: 'observed', run: { ...accepted, stdout: null } },
    );
    expect(state).toMatchObject({ step: 'ended', token: 't', result: { stdout: '' } });
    expect(state.step === 'ended' && state.order).toBe(traced);
  });

  test('that has ended is not changed by a late answer', () => {
    const ended: RunAction[] = [...begin, { type: 'observed', run: accepted }];
    expect(after(...ended, { type: 'observed', run: at('running') })).toEqual(after(...ended));
    expect(after(...ended, { type: 'unreachable' })).toEqual(after(...ended));
  });

  test('goes back to the queue when its runner died', () => {
    expect(
      wordsAfter(
        ...begin,
        { type: 'observed', run: at('running') },
        { type: 'observed', run: waiting(0) },
      ),
    ).toBe('In queue (1st)');
  });

  test('is not sent twice at once', () => {
    const other = { ...order, source: 'print(2)' };
    expect(after(...begin, { type: 'sent', order: other })).toEqual(after(...begin));
  });

  test('in progress is not lost when an empty program is sent as well', () => {
    const empty: RunAction = { type: 'failed', failure: 'empty', detail: null };
    expect(after(...begin, empty)).toEqual(after(...begin));
    expect(after(empty)).toMatchObject({ step: 'failed', failure: 'empty', following: null });
  });

  test('says that the server does not answer, and goes on when it does', () => {
    const lost: RunAction[] = [...begin, { type: 'unreachable' }];
    expect(wordsAfter(...lost)).toBe('No answer, retrying');
    expect(wordsAfter(...lost, { type: 'observed', run: at('running') })).toBe('Running');
  });

  test('whose state could not be read can be checked again', () => {
    const failed: RunAction[] = [
      ...begin,
      { type: 'failed', failure: 'polling', detail: 'The server did not answer.' },
    ];
    expect(after(...failed)).toMatchObject({ step: 'failed', following: { token: 't' } });
    expect(after(...failed, { type: 'asked-again' })).toMatchObject({
      step: 'under-way',
      token: 't',
    });
  });

  test('that was refused cannot be checked again', () => {
    const refused = after(
      { type: 'sent', order },
      { type: 'failed', failure: 'refused', detail: 'queue is full' },
    );
    expect(refused).toMatchObject({ step: 'failed', following: null, detail: 'queue is full' });
    expect(nextRunState(refused, { type: 'asked-again' })).toBe(refused);
    expect(nextRunState(refused, { type: 'dismissed' })).toBe(idle);
  });
});

describe('Stop', () => {
  const stopped: Run = {
    status: { id: 12, description: 'Runtime Error (Other)' },
    verdict: 'runtime_error',
    message: encodeBase64Text('Stopped'),
  };

  test('is remembered when it comes before the server has taken the run', () => {
    expect(
      wordsAfter({ type: 'sent', order }, { type: 'stop-asked' }, { type: 'taken', token: 't' }),
    ).toBe('Stopping');
  });

  test('ends in "Stopped"', () => {
    expect(wordsAfter(...begin, { type: 'stop-asked' }, { type: 'observed', run: stopped })).toBe(
      'Stopped',
    );
  });

  test('that arrives too late shows the result', () => {
    expect(wordsAfter(...begin, { type: 'stop-asked' }, { type: 'observed', run: accepted })).toBe(
      'Accepted in 0.31 s',
    );
  });

  test('that the server refuses leaves the run in progress', () => {
    expect(
      wordsAfter(
        ...begin,
        { type: 'observed', run: at('running') },
        { type: 'stop-asked' },
        { type: 'stop-refused' },
      ),
    ).toBe('Running');
  });
});
