/**
 * Stands in the pages for the part of zod that writes schemas as JSON schemas, which no page does:
 * 5 KB of compressed JavaScript on every page of who is signed in, and the Workspace would be over
 * its 350 KB. The pages that come first, Home and Login, load no zod at all.
 */
function refuse(): never {
  throw new Error('The pages write no JSON schemas.');
}

export const createStandardJSONSchemaMethod = () => refuse;
export const createToJSONSchemaMethod = () => refuse;
export const toJSONSchema = refuse;
export const JSONSchemaGenerator = refuse;
