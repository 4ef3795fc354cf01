/** Browsers have passkeys on https pages and at localhost only. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;
