import { z } from 'zod';
import { endpoint, signedInOrGuest } from '../http/endpoint.ts';

/** The path names nobody: the person comes from the token alone. */
export const getMyData = endpoint({
  method: 'GET',
  path: '/api/v1/my-data.zip',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'It is the caller’s own.' },
  load: 'heavy',
  summary:
    'Download what is stored about the caller as a ZIP file: JSON by area, and the files they handed in',
  reply: z.unknown(),
});
