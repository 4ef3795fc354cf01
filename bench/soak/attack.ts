import { connect, type Socket } from 'node:net';
import type { Caller } from '../../server/testing/load/calls.ts';
import type { Person } from '../../server/testing/load/people.ts';

/** The settings of the attackers, which run in a separate process. */
export interface Target {
  url: string;
  quizId: string;
  assignmentId: string;
  people: Person[];
  seconds: number;
}

export type Scene = Omit<Target, 'seconds'> & Caller;

/** An activity that runs next to the class from the first second to the last. */
export interface Activity {
  name: string;
  /** The number of accounts it needs. */
  people: number;
  run: (scene: Scene) => Promise<void>;
}

/** A raw connection, which is closed at the end of the soak. */
export function openSocket({ url, over }: Scene, { allowHalfOpen = false } = {}): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen });
  socket.on('error', () => undefined);
  const end = (): void => void socket.destroy();
  over.addEventListener('abort', end, { once: true });
  socket.once('close', () => over.removeEventListener('abort', end));
  return socket;
}
