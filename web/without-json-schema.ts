import type { Plugin } from 'vite';

const WRITER = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)/gm;
/** These are called when a schema is made, and give the method that would write it. */
const MAKES_METHOD = /^create\w+Method$/;

/**
 * Every schema of zod can be written as a JSON schema, or asked for its bounds, which no page ever
 * does. That part of zod would weigh five kilobytes at the first load, so it is left out: what asks
 * for it nevertheless fails. The build fails when it is not where it was.
 */
export function withoutJsonSchema(): Plugin {
  let isLeftOut = false;
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!WRITER.test(id)) return null;
      isLeftOut = true;
      const names = [...code.matchAll(EXPORTED)].map(([, name = '']) => name);
      return [
        `const refuse = () => { throw new Error('The pages write no JSON schemas.'); };`,
        ...names.map(
          (name) =>
            `export const ${name} = ${MAKES_METHOD.test(name) ? '() => refuse' : 'refuse'};`,
        ),
      ].join('\n');
    },
    buildEnd(error) {
      if (!error && !isLeftOut) this.error('zod writes its JSON schemas in another file now.');
    },
  };
}
