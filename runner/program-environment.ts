/** All that a program, or a compiler, learns from its environment. */
export const programEnvironment: Record<string, string> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/box',
  LANG: 'C.UTF-8',
};

/** Descriptors that one process may hold. */
export const openFiles = 256;
