/** Derives keys from the secret of the installation, which all servers have. */
export interface KeySource {
  /** The same key for the same purpose, on every server. */
  deriveKey(purpose: string, bytes: number): Buffer;
}
