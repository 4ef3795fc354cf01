interface Package {
  version?: string;
  link?: boolean;
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

export function areInstalled(asked: {
  /** The packages of the lock file, by path. */
  locked: Record<string, Package>;
  /** Those that npm says it installed. */
  installed: Record<string, Package>;
  /** Whether the packages of the tests are wanted as well. */
  tests: boolean;
  isThere: (path: string) => boolean;
}): boolean;
