import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { buffer } from 'node:stream/consumers';

/** What the server does with a recipient or a message; a number is the code of a refusal. */
type Behaviour = 'take' | 'hang' | 'die' | number;

export interface ReceivedMail {
  from: string;
  to: string[];
  message: Email;
}

/** A mail server that keeps what it takes, and misbehaves as asked. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** The addresses of all recipients that were named, also of refused ones. */
  readonly named: string[] = [];
  atRecipient: (address: string) => Behaviour = () => 'take';
  /** After the message has arrived. */
  atEnd: (address: string) => Behaviour = () => 'take';
  #server = this.#make();
  #port = 0;

  /** On the same port as before. */
  async start(): Promise<void> {
    this.#server = this.#make();
    // A client that was killed.
    this.#server.on('error', () => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(this.#port, '127.0.0.1', resolve);
    await promise;
    const address = this.#server.server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
  }

  /** Settings of a server that sends its mails here. */
  get environment() {
    return {
      VLABS_SMTP_URL: `smtp://127.0.0.1:${this.#port}`,
      VLABS_MAIL_FROM: 'lab@example.edu',
      VLABS_PUBLIC_URL: 'https://lab.example.edu',
    };
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(resolve);
    await promise;
  }

  #make(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 1,
      onRcptTo: ({ address }, session, callback) => {
        this.named.push(address);
        this.#behave(this.atRecipient(address), session, callback);
      },
      onData: async (stream, session, callback) => {
        const raw = await buffer(stream);
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const behaviour = this.atEnd(to[0] ?? '');
        if (typeof behaviour !== 'number') {
          const from = mailFrom === false ? '' : mailFrom.address;
          this.received.push({ from, to, message: await PostalMime.parse(raw) });
        }
        this.#behave(behaviour, session, callback);
      },
    });
  }

  #behave(
    behaviour: Behaviour,
    { id }: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): void {
    if (behaviour === 'hang') return;
    if (behaviour === 'take') return callback();
    if (behaviour === 'die') {
      for (const connection of this.#server.connections) {
        if (connection.session.id === id) connection.close();
      }
      return undefined;
    }
    const responseCode = behaviour;
    return callback(Object.assign(new Error('As the test asks'), { responseCode }));
  }
}
