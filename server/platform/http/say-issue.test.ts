import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { makeStudent } from '../../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import './say-issue.ts';

const endpoints = new Map<string, Endpoint>();
const server = setUpServer({
  onRoute: ({ config, url }) => {
    const { endpoint } = config ?? {};
    if (endpoint) endpoints.set(`${endpoint.method} ${url}`, endpoint);
  },
});
const student = beforeTests(() => makeStudent(server.pool));

/** As the library words its messages. */
const OF_LIBRARY = /Invalid|expected|received|Too (?:big|small)|Unrecognized/;

const fieldsOf = (schema: z.ZodType): string[] =>
  'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null
    ? Object.keys(schema.shape)
    : [];

const VALUES = [undefined, null, '', 'x'.repeat(5000), -1, 1e21, true, [], [null], {}, 'né'];

/** What is said about values of every kind, for each field and for all. */
function messagesOf(schema: z.ZodType): string[] {
  const fields = fieldsOf(schema);
  const inputs = VALUES.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
  return [...inputs, ...VALUES, { unknown: 1 }].flatMap((input) =>
    (schema.safeParse(input).error?.issues ?? []).map(({ message }) => message),
  );
}

test('no message of the library reaches a caller, whatever is sent for a parameter or field', () => {
  const said = [...endpoints].flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap(messagesOf).map((message) => `${name}: ${message}`),
  );
  expect(said.length).toBeGreaterThan(3000);
  expect(said.filter((message) => OF_LIBRARY.test(message))).toEqual([]);
});

test('a missing field is named', async () => {
  const reply = await server.app.inject({
    url: '/api/v1/notices/events',
    headers: student.headers,
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    message: '“since” is missing.',
    fields: { since: '“since” is missing.' },
  });
});
