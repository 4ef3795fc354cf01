import { once } from 'node:events';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

interface Message {
  id: number;
  method?: string;
  params?: {
    features?: { 'prefers-color-scheme'?: 'dark' | 'light' | null };
    navigation?: string | null;
    url?: string;
  };
  type?: string;
  result?: { contexts?: { context: string }[] };
}

/** Above the ids that Playwright counts up from 1. */
const FIRST_ID_OF_OURS = 1_000_000_000;

const COLOR_SCHEMES = { dark: 0, light: 1, system: 2 };

/**
 * Inserts text as the browser does. Playwright sets `value` on the element, which React takes for its own change, so
 * forms would not notice the input.
 */
const INSERT_TEXT = `() => {
  const insert = (text) => {
    const element = document.activeElement;
    if (element?.matches('iframe, frame')) return element;
    document.execCommand('insertText', false, text);
  };
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}`;

/**
 * A proxy between Playwright and a Firefox that lacks a WebDriver BiDi command that Playwright always sends,
 * `emulation.setMediaFeaturesOverride`: the proxy answers it and sets the equivalent preference of Firefox. It also
 * names downloads of files that the page has made, which Playwright would overlook without a name. It passes on
 * everything else unchanged. Returns its address.
 */
export async function startBidiRelay(firefoxAddress: string): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (client) => {
    const firefox = new WebSocket(`${firefoxAddress}/session`, { perMessageDeflate: false });
    new Relay(client, firefox).begin();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.');
  return `ws://127.0.0.1:${address.port}`;
}

class Relay {
  readonly #client: WebSocket;
  readonly #firefox: WebSocket;
  readonly #opened: Promise<unknown>;
  readonly #asked = new Map<number, (answer: Message) => void>();
  #nextId = FIRST_ID_OF_OURS;

  constructor(client: WebSocket, firefox: WebSocket) {
    this.#client = client;
    this.#firefox = firefox;
    this.#opened = once(firefox, 'open');
  }

  begin(): void {
    const client = this.#client;
    const firefox = this.#firefox;
    client.on('message', (data) => void this.#fromClient(textOf(data)));
    firefox.on('message', (data) => this.#fromFirefox(textOf(data)));
    client.once('close', () => firefox.close());
    firefox.once('close', () => client.close());
  }

  async #fromClient(text: string): Promise<void> {
    await this.#opened;
    const { id, method, params }: Message = JSON.parse(text);
    if (method === 'emulation.setMediaFeaturesOverride') {
      await this.#showScheme(params?.features?.['prefers-color-scheme'] ?? 'system');
      this.#client.send(JSON.stringify({ type: 'success', id, result: {} }));
      return;
    }
    this.#firefox.send(text);
    if (method === 'session.new') {
      void this.#ask('script.addPreloadScript', { functionDeclaration: INSERT_TEXT });
    }
  }

  #fromFirefox(text: string): void {
    const answer: Message = JSON.parse(text);
    const asked = this.#asked.get(answer.id);
    this.#asked.delete(answer.id);
    if (asked === undefined) this.#client.send(nameDownload(answer) ?? text);
    else asked(answer);
  }

  /**
   * The preference applies to all of Firefox: each test worker has its own Firefox, with one page at a time that
   * needs it.
   */
  async #showScheme(scheme: keyof typeof COLOR_SCHEMES): Promise<void> {
    const tree = await this.#ask('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
    const context = tree.result?.contexts?.[0]?.context;
    await this.#ask('script.evaluate', {
      expression: `Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', ${COLOR_SCHEMES[scheme]})`,
      target: { context },
      awaitPromise: false,
    });
  }

  #ask(method: string, params: object): Promise<Message> {
    const id = this.#nextId;
    this.#nextId += 1;
    const { promise, resolve } = Promise.withResolvers<Message>();
    this.#asked.set(id, resolve);
    this.#firefox.send(JSON.stringify({ id, method, params }));
    return promise;
  }
}

/**
 * The message with the download's address as its name, which no other file of a page has; null for other messages.
 */
function nameDownload({ method, params, ...rest }: Message): string | null {
  if (!/^browsingContext\.download(?:WillBegin|End)$/.test(method ?? '')) return null;
  if (params?.navigation || !params?.url) return null;
  return JSON.stringify({ ...rest, method, params: { ...params, navigation: params.url } });
}

function textOf(data: RawData): string {
  if (!Buffer.isBuffer(data)) throw new Error('A message is not a single buffer.');
  return data.toString('utf8');
}
