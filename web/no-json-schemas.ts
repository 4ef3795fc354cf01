/**
 * Replaces the part of zod that writes JSON schemas, which no page uses: 5 KB of compressed
 * JavaScript on every page of a signed-in user, enough to take the Workspace over its 350 KB. Home
 * and Login load no zod at all.
 */
function refuse(): never {
  throw new Error('JSON schemas are not available in the pages.');
}

export const createStandardJSONSchemaMethod = () => refuse;
export const createToJSONSchemaMethod = () => refuse;
export const toJSONSchema = refuse;
export const JSONSchemaGenerator = refuse;
