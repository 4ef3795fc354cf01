import { z } from 'zod';
import { endpoint, signedInOrGuest } from '../endpoint.ts';

/** No address names anybody: whose data it is the token alone says. */
export const getMyData = endpoint({
  method: 'GET',
  path: '/api/v1/my-data.zip',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'It is the caller’s own.' },
  load: 'heavy',
  summary:
    'What is kept of the caller as one ZIP file: JSON by area, and the files that they handed in',
  reply: z.unknown(),
});
