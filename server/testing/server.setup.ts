import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestApp, type TestServer, makeSecondServer, makeTestApp } from './test-app.ts';

type Options = Parameters<typeof makeTestApp>[0];

/** Registers a server with its own database for the tests of a file. */
export function setUpServer(options: Options = {}): TestApp {
  const server = beforeTests(() => makeTestApp(options));
  afterAll(() => server.close());
  return server;
}

/** The same with a second server on the first one's database. */
export function setUpTwoServers(options: Options = {}): { server: TestApp; second: TestServer } {
  const server = setUpServer(options);
  const second = beforeTests(() => makeSecondServer(server, options));
  afterAll(() => second.close());
  return { server, second };
}

/** What `make` returns; empty until the first test begins. Not for classes with private fields. */
export const beforeTests = <T extends object>(make: () => Promise<T>): T => filled(beforeAll, make);

/** The same, made again before each test. */
export const beforeEachTest = <T extends object>(make: () => Promise<T>): T =>
  filled(beforeEach, make);

function filled<T extends object>(
  hook: (run: () => Promise<void>) => void,
  make: () => Promise<T>,
): T {
  const made: T = Object.create(Object.prototype);
  hook(async () => {
    const whole = await make();
    Object.setPrototypeOf(made, Object.getPrototypeOf(whole));
    Object.assign(made, whole);
  });
  return made;
}
