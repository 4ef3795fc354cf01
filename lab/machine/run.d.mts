export function run(program: string, words: readonly string[]): Promise<string>;
