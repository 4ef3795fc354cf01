import * as contract from '@vlabs/contract/files/files';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/http/serve.ts';
import type { Files } from './files.service.ts';
import { readPage } from './list-queries.ts';
import { sendFile } from './send-file.ts';
import { storageScope } from './storage-scope.ts';

export function fileRoutes(app: FastifyInstance, files: Files): void {
  storageScope(app, (scope) => {
    serve(scope, contract.createFile, ({ caller, params, request }) =>
      files.createFile(caller, params.bucketId, request),
    );
    serve(scope, contract.listFiles, ({ caller, params, query }) =>
      files.listFiles(caller, params.bucketId, readPage(query)),
    );
    serve(scope, contract.getFile, ({ caller, params }) =>
      files.getFile(caller, params.bucketId, params.fileId),
    );
    serve(scope, contract.deleteFile, ({ caller, params }) =>
      files.deleteFile(caller, params.bucketId, params.fileId),
    );
    serve(scope, contract.getFileDownload, ({ params, query, request, response }) =>
      sendFile(files, { ...params, token: query.token, kind: 'download' }, { request, response }),
    );
    serve(scope, contract.getFileView, ({ params, query, request, response }) =>
      sendFile(files, { ...params, token: query.token, kind: 'view' }, { request, response }),
    );
  });
}
