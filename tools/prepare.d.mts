/** Installs Debian packages; null if there is none to install. Throws a StepFailure that says what to do. */
export function bringDebianPackages(missing: readonly string[]): Promise<string | null>;

/** Installs what TypeScript needs; null if it is there. */
export function bringTypescript(): Promise<string | null>;
