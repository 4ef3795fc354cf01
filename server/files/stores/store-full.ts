const CODES = new Set(['ENOSPC', 'EDQUOT']);
/** The codes of S3-compatible stores. */
const NAMES = /^(XMinioStorageFull|InsufficientStorage|QuotaExceeded|EntityTooLarge|NoSpace\w*)$/;

/** Reports whether an error means that the store is full. */
export function isStoreFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.has(error.code)) return true;
  return NAMES.test(error.name) || statusOf(error) === 507;
}

function statusOf(error: Error): unknown {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object') return null;
  const metadata = error.$metadata;
  return metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : null;
}
