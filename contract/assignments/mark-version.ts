import { z } from 'zod';

/** The version of the marks that an edit was made from; 0 for the first ones. Refused if they were saved since. */
export const MarkVersion = z.int('The version of the marks is a whole number.').min(0).default(0);
