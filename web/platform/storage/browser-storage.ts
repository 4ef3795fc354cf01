/** The methods of the browser's storage that its users need. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Shared by all tabs; stays when the browser is closed. Every method may throw if it is disabled. */
export const browserStorage = (): Storage => localStorage;

/** Belongs to one tab and survives its reloads. A browser may restore it with a closed tab. */
export const tabStorage = (): Storage => sessionStorage;

export const listNames = (storage: KeptStorage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
    (name) => name !== null,
  );
