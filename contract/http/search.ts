import { canonicalLine } from '../text/canonical.ts';
import { z } from 'zod';

/** Search words; may be empty. */
export const Search = z
  .string()
  .overwrite(canonicalLine)
  .trim()
  .max(200, 'Search for at most 200 characters.')
  .default('');
