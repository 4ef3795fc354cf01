import { z } from 'zod';
import { Done, endpoint, replyOf } from '../http/endpoint.ts';
import { Language, languageOf } from './languages.ts';

/** A language as the administrators see it. */
const OfferedLanguage = z.object({
  language: Language,
  /** People may choose it. */
  isOn: z.boolean(),
  /** Every server has it; it cannot be turned off. */
  isUsual: z.boolean(),
  /** With the version of its compiler or interpreter; null if no runner has it. */
  installed: z.string().nullable(),
  /** Whether its programs can be stepped through: `fault` says why not, or is null. Null without a tracer. */
  tracer: z.object({ fault: z.string().nullable() }).nullable(),
});
export type OfferedLanguage = z.infer<typeof OfferedLanguage>;

export const listOfferedLanguages = endpoint({
  method: 'GET',
  path: '/api/v1/languages',
  access: ['admin'],
  right: 'campus',
  summary: 'List the programming languages, with their versions and whether they are on',
  reply: replyOf(z.array(OfferedLanguage)),
});

export const turnLanguage = endpoint({
  method: 'PUT',
  path: '/api/v1/languages/:language',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Turn a programming language on or off',
  params: z.object({
    language: Language.refine(
      (key) => languageOf(key).optional !== undefined,
      'This language is always on.',
    ),
  }),
  body: z.object({ isOn: z.boolean() }),
  reply: Done,
});
