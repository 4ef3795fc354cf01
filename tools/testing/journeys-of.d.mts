export function journeysOf(files: readonly string[]): string[];
export function listPagesWithJourneys(): string[];
