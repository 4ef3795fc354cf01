import { getMyData } from '@vlabs/contract/privacy/my-data';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/http/serve.ts';
import type { MyData } from './my-data.service.ts';

export function myDataRoutes(app: FastifyInstance, { myData }: { myData: MyData }): void {
  serve(app, getMyData, async ({ caller, response }) => {
    const archive = await myData.open(caller.id);
    return response
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-data.zip"',
        'x-content-type-options': 'nosniff',
      })
      .send(archive);
  });
}
