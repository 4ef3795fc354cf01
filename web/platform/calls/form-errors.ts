import type { z } from 'zod';

/** The first error of each field, by the contract's schema. */
export function fieldErrors(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}
