import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './run-tool.ts';

/** Asks twice for a password without showing it. From a pipe, reads one line. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readLine('');
  const password = await readLine('Password: ');
  if ((await readLine('The same again: ')) !== password) {
    throw new UsageError('The two passwords differ: nothing was changed. Try again.');
  }
  return password;
}

async function readLine(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_data, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY,
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const giveUp = () => reject(new UsageError('No password was given: nothing was changed.'));
  lines.once('line', resolve).once('SIGINT', giveUp).once('close', giveUp);
  try {
    return await promise;
  } finally {
    lines.close();
    if (question !== '') process.stderr.write('\n');
  }
}
