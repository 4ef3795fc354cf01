/** Follows redirects and keeps cookies like a browser without scripts, for the pages of providers. */
export class CookieBrowser {
  readonly #cookies = new Map<string, string>();

  /** The last page before an address that begins with `end`, or that address. */
  async open(
    address: string,
    { end, ...options }: { end: string } & Pick<RequestInit, 'method' | 'body'>,
  ): Promise<{ address: string; page: string }> {
    const response = await fetch(address, {
      ...options,
      redirect: 'manual',
      headers: { cookie: this.#header() },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (location === null) return { address, page: await response.text() };
    const next = new URL(location, address).href;
    return next.startsWith(end) ? { address: next, page: '' } : this.open(next, { end });
  }

  /** Sends the first form of a page, with the values of its hidden fields. */
  submit(
    { address, page }: { address: string; page: string },
    values: Record<string, string>,
    end: string,
  ): Promise<{ address: string; page: string }> {
    const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? '';
    const body = new URLSearchParams(hiddenFieldsOf(page));
    for (const [name, value] of Object.entries(values)) body.set(name, value);
    return this.open(new URL(decode(action), address).href, { end, method: 'POST', body });
  }

  #header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** Names and values that the form of a page sends by itself. */
export function hiddenFieldsOf(page: string): [string, string][] {
  return [...page.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    if (!/type="hidden"/.test(input)) return [];
    const name = /name="([^"]*)"/.exec(input)?.[1];
    const value = /value="([^"]*)"/.exec(input)?.[1] ?? '';
    return name === undefined ? [] : [[decode(name), decode(value)] as [string, string]];
  });
}

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x2F;', '/').replaceAll('&amp;', '&');
