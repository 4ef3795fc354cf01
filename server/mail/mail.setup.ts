import { afterAll, beforeAll, beforeEach } from 'vitest';
import { MailServer } from '../testing/peers/mail-server.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';
import { beforeTests } from '../testing/server.setup.ts';

type Options = NonNullable<Parameters<typeof makeTestApp>[0]>;

/** Registers a mail server and a server that sends its mails there. */
export function setUpMail({ environment, ...options }: Options = {}): {
  mails: MailServer;
  server: TestApp;
} {
  const mails = new MailServer();
  beforeAll(() => mails.start());
  const server = beforeTests(() =>
    makeTestApp({ ...options, environment: { ...mails.environment, ...environment } }),
  );
  beforeEach(() => {
    mails.received.length = 0;
    mails.named.length = 0;
    mails.atRecipient = () => 'take';
    mails.atEnd = () => 'take';
  });
  afterAll(async () => {
    await server.close();
    await mails.stop();
  });
  return { mails, server };
}
