import { existsSync } from 'node:fs';

/** mold links a small program several times faster than the system's linker. */
export const linkerOptions = (): string[] => (existsSync('/usr/bin/mold') ? ['-fuse-ld=mold'] : []);
