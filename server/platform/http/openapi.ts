import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type Endpoint, Refusal } from '@vlabs/contract/http/endpoint';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';

/**
 * Serves the OpenAPI document of all registered endpoints: /docs for people, /docs/json for
 * programs. Register before the features, because it listens to their routes.
 */
export async function serveApiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'V-labs', version: '1', description: DESCRIPTION },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'header', name: 'Authorization' },
          service: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' },
        },
      },
    },
    transform: ({ route, url }) => {
      const endpoint = route.config?.endpoint;
      return { url, schema: endpoint ? describe(endpoint) : { hide: true } };
    },
  });
  // The viewer has the same content security policy as every other page.
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'V-labs calls' },
    uiConfig: { layout: 'BaseLayout', deepLinking: true },
  });
  sendAsWritten(app);
}

/** Generating the document takes milliseconds and anybody may request it, so it is cached. */
function sendAsWritten(app: FastifyInstance): void {
  const writers: Record<string, { type: string; write: () => string }> = {
    '/docs/json': { type: 'application/json', write: () => JSON.stringify(app.swagger()) },
    '/docs/yaml': { type: 'application/x-yaml', write: () => app.swagger({ yaml: true }) },
  };
  const written = new Map<string, Buffer>();
  app.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    const writer = writers[url];
    if (!writer) return;
    const bytes = written.get(url) ?? Buffer.from(writer.write());
    written.set(url, bytes);
    await reply.type(`${writer.type}; charset=utf-8`).send(bytes);
  });
}

const DESCRIPTION =
  'Send the token of the login reply as the value of the Authorization header. ' +
  'Every refusal is {success: false, message, code}, where code is a stable word.';

function describe(endpoint: Endpoint): FastifySchema {
  const { access } = endpoint;
  const services = access !== 'anyone' && access.includes('service') ? [{ service: [] }] : [];
  return {
    summary: endpoint.summary,
    description: describeAccess(access),
    tags: [endpoint.path.startsWith('/judge0') ? 'judge0' : (endpoint.path.split('/')[3] ?? 'api')],
    ...(access !== 'anyone' && { security: [{ session: [] }, ...services] }),
    ...part('params', endpoint.params, 'input'),
    ...part('querystring', endpoint.query, 'input'),
    ...part('body', endpoint.body, 'input'),
    response: {
      [endpoint.status]: { description: 'Done', ...jsonSchema(endpoint.reply, 'output') },
      '4xx': { description: 'Refused', ...jsonSchema(Refusal, 'output') },
    },
  };
}

function describeAccess(access: Endpoint['access']): string {
  return access === 'anyone' ? 'Anyone may call it.' : `May call it: ${access.join(', ')}.`;
}

function part(name: 'params' | 'querystring' | 'body', shape: z.ZodType, io: 'input' | 'output') {
  return shape instanceof z.ZodUnknown ? {} : { [name]: jsonSchema(shape, io) };
}

function jsonSchema(shape: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  const described = describeIdsByPattern(schema);
  return isRecord(described) ? described : {};
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Describes a property called `$id`, which Appwrite's files have, by a pattern: the generator would
 * take it for the ID of a schema.
 */
function describeIdsByPattern(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(describeIdsByPattern);
  if (!isRecord(schema)) return schema;
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    describeIdsByPattern(value),
  ]);
  const { properties, ...rest } = Object.fromEntries(members);
  if (!isRecord(properties)) return Object.fromEntries(members);
  const { $id, ...others } = properties;
  const patternProperties = $id === undefined ? {} : { patternProperties: { '^\\$id$': $id } };
  return { ...rest, properties: others, ...patternProperties };
}
