interface CallOptions {
  abortSignal: AbortSignal;
}

/** Calls a store with a total timeout that includes the client's retries. */
export async function inTime<Result>(
  timeoutMs: number,
  send: (options: CallOptions) => Promise<Result>,
): Promise<Result> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), timeoutMs);
  try {
    return await send({ abortSignal: tooLate.signal });
  } finally {
    clearTimeout(timer);
  }
}
