/** The complete environment of programs and compilers. */
export const programEnvironment: Record<string, string> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/box',
  LANG: 'C.UTF-8',
  /** As on the pages. */
  TZ: 'Asia/Kolkata',
};

/** Before the first program is started. */
export function setTimeZone(timeZone: string): void {
  programEnvironment['TZ'] = timeZone;
}

/** Open files per process. */
export const openFiles = 256;
