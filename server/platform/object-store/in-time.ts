interface CallOptions {
  abortSignal: AbortSignal;
}

/** One call to a store: over by its time, with all that its client tries again. */
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
