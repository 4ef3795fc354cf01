declare module '@20minutes/s3rver' {
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  }
  interface Context {
    app: object;
    method: string;
    path: string;
    query: Record<string, string | undefined>;
    status: number;
    body: unknown;
  }
  class S3rver {
    constructor(options: Options);
    /** Middleware in order of execution. */
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
  namespace S3rver {
    export type { Context };
  }
  export = S3rver;
}
