/**
 * A request-smuggling attempt: the server behind a proxy should see a request that the proxy did
 * not.
 */
export interface MalformedRequest {
  name: string;
  bytes: string;
}

const HIDDEN = 'GET /smuggled HTTP/1.1\r\nHost: vlabs\r\nX-Swallow: ';
const CHUNKED_END = `0\r\n\r\n${HIDDEN}`;
const hex = (text: string): string => text.length.toString(16);

const post = (headers: readonly string[], body: string): string =>
  [
    'POST /api/v1/auth/login HTTP/1.1',
    'Host: vlabs',
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n');
const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: vlabs', ...headers, '', ''].join('\r\n');
const lengthOf = (body: string): string => `Content-Length: ${body.length}`;

/** With both lengths given, each of these headers may be parsed or ignored. */
const ODD_ENCODINGS = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  ' Transfer-Encoding: chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: \u000bchunked',
  'Transfer-Encoding: chunked\u0000',
  'Transfer-Encoding\u0000: chunked',
  'Transfer-Encoding:\r\n chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'tRANSFER-eNCODING: CHUNKED',
];

const ODD_LENGTHS = [
  (body: string) => `Content-Length: 0\r\nContent-Length: ${body.length}`,
  (body: string) => `Content-Length: ${body.length}\r\nContent-Length: 0`,
  (body: string) => `Content-Length: 0, ${body.length}`,
  (body: string) => `Content-Length: +${body.length}`,
  (body: string) => `Content-Length: 0x${hex(body)}`,
  (body: string) => `Content-Length : ${body.length}`,
  (body: string) => `Content-Length: ${body.length} 0`,
  (body: string) => `Content-Length\u0000: ${body.length}`,
  (body: string) => `Content-Length:\n ${body.length}`,
  () => 'Content-Length: -1',
  () => 'Content-Length: 18446744073709551616',
  () => 'Content-Length:',
];

const CHUNKS = [
  `5\r\nhelloXX${CHUNKED_END}`,
  `5;a\nb\r\nhello\r\n${CHUNKED_END}`,
  `5;a=\u0000\r\nhello\r\n${CHUNKED_END}`,
  `5;${'a'.repeat(20_000)}\r\nhello\r\n${CHUNKED_END}`,
  `5\nhello\n0\n\n${HIDDEN}`,
  `0x5\r\nhello\r\n${CHUNKED_END}`,
  ` 5\r\nhello\r\n${CHUNKED_END}`,
  `5 \r\nhello\r\n${CHUNKED_END}`,
  `-5\r\nhello\r\n${CHUNKED_END}`,
  `10000000000000005\r\nhello\r\n${CHUNKED_END}`,
  `\r\n5\r\nhello\r\n${CHUNKED_END}`,
  `5\r\nhello\r\n0\r\nContent-Length: 100\r\n\r\n${HIDDEN}`,
  `5\r\nhello\r\n0\r\nX: y\nTransfer-Encoding: chunked\r\n\r\n${HIDDEN}`,
];

const SOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const LIVE = '/api/v1/runs/live';
const H2C = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
];

export const malformedRequests: readonly MalformedRequest[] = [
  ...ODD_ENCODINGS.flatMap((line) => [
    { name: `a length, and ${line}`, bytes: post([lengthOf(CHUNKED_END), line], CHUNKED_END) },
    {
      name: `a short length, and ${line}`,
      bytes: post(['Content-Length: 4', line], `${hex(HIDDEN)}\r\n${HIDDEN}\r\n0\r\n\r\n`),
    },
  ]),
  ...ODD_LENGTHS.map((length) => ({ name: length(HIDDEN), bytes: post([length(HIDDEN)], HIDDEN) })),
  ...CHUNKS.map((body) => ({
    name: `chunks that begin with ${body.slice(0, 12)}`,
    bytes: post(['Transfer-Encoding: chunked'], body),
  })),
  {
    name: 'chunks in HTTP/1.0',
    bytes: post(
      ['Connection: keep-alive', lengthOf(CHUNKED_END), 'Transfer-Encoding: chunked'],
      CHUNKED_END,
    ).replace('HTTP/1.1', 'HTTP/1.0'),
  },
  { name: 'a body of GET', bytes: get('/healthz', lengthOf(HIDDEN)) + HIDDEN },
  {
    name: 'a body of HEAD',
    bytes: get('/healthz', lengthOf(HIDDEN)).replace('GET', 'HEAD') + HIDDEN,
  },
  {
    name: 'a body before 100 Continue',
    bytes: post(['Expect: 100-continue', lengthOf(HIDDEN)], HIDDEN),
  },
  {
    name: 'an unknown expectation',
    bytes: post(['Expect: y 100-continue', lengthOf(HIDDEN)], HIDDEN),
  },
  {
    name: 'an expectation of GET',
    bytes: get('/healthz', 'Expect: 100-continue', lengthOf(HIDDEN)) + HIDDEN,
  },
  {
    name: 'the length named as a hop',
    bytes: post([lengthOf(HIDDEN), 'Connection: Content-Length'], HIDDEN),
  },
  {
    name: 'a line end in the address',
    bytes: get('/healthz%0d%0aX:%20y', lengthOf(HIDDEN)) + HIDDEN,
  },
  { name: 'an address with a bare line feed', bytes: get('/healthz\nGET /smuggled HTTP/1.1') },
  {
    name: 'a tab in the request line',
    bytes: get('/healthz', lengthOf(HIDDEN)).replace(' ', '\t') + HIDDEN,
  },
  { name: 'a request line without a version', bytes: `GET /healthz\r\n\r\n${HIDDEN}` },
  {
    name: 'another host in the address',
    bytes: get('http://other.example.edu/healthz', lengthOf(HIDDEN)) + HIDDEN,
  },
  {
    name: 'two hosts',
    bytes: get('/healthz', 'Host: other.example.edu', lengthOf(HIDDEN)) + HIDDEN,
  },
  {
    name: 'a WebSocket of an unknown version',
    bytes: get(LIVE, ...SOCKET, 'Sec-WebSocket-Version: 777') + HIDDEN,
  },
  { name: 'a WebSocket without a version', bytes: get(LIVE, ...SOCKET) + HIDDEN },
  { name: 'a WebSocket', bytes: get(LIVE, ...SOCKET, 'Sec-WebSocket-Version: 13') + HIDDEN },
  {
    name: 'a WebSocket elsewhere',
    bytes: get('/healthz', ...SOCKET, 'Sec-WebSocket-Version: 13') + HIDDEN,
  },
  { name: 'a WebSocket with a body', bytes: get(LIVE, ...SOCKET, lengthOf(HIDDEN)) + HIDDEN },
  { name: 'HTTP/2 in clear text', bytes: get('/healthz', ...H2C) + HIDDEN },
  { name: 'HTTP/2 in clear text where WebSockets are', bytes: get(LIVE, ...H2C) + HIDDEN },
  { name: 'the preface of HTTP/2', bytes: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}` },
  { name: 'CONNECT', bytes: get('vlabs:80').replace('GET', 'CONNECT') + HIDDEN },
  { name: 'requests sent ahead', bytes: get('/healthz') + get('/smuggled') + get('/healthz') },
];
