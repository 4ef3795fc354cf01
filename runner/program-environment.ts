/** The complete environment of programs and compilers. */
export const programEnvironment: Record<string, string> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/box',
  LANG: 'C.UTF-8',
};

/** Open files per process. */
export const openFiles = 256;
