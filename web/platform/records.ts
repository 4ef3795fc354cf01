/** For the few values that are read before the contract, and the parser that it brings, has been loaded. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
