import { z } from 'zod';

/** Words that are looked for; empty: for none. */
export const Search = z.string().trim().max(200, 'Search for at most 200 characters.').default('');
