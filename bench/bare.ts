import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLanguage } from '@vlabs/contract/runs/judge0';
import type { Product } from './product.ts';

type Words = readonly [string, ...string[]];

export interface BareProgram {
  languageId: number;
  file: string;
  run: Words;
}

/** Compilers and programs as a person runs them: without server, runner or box. */
export class Bare {
  readonly #folder: string;
  /** The commands that the product reports, so that both sides do the same. */
  readonly #compileCommands: Map<number, string | null>;
  #count = 0;

  private constructor(folder: string, compileCommands: Map<number, string | null>) {
    this.#folder = folder;
    this.#compileCommands = compileCommands;
  }

  static async prepare(
    product: Pick<Product, 'url' | 'serviceToken'>,
    languageIds: readonly number[],
  ): Promise<Bare> {
    const commands = new Map<number, string | null>();
    for (const id of new Set(languageIds)) {
      const reply = await fetch(`${product.url}/judge0/languages/${id}`, {
        headers: { 'x-auth-token': product.serviceToken },
      });
      commands.set(id, getLanguage.reply.parse(await reply.json()).compile_cmd);
    }
    return new Bare(await mkdtemp(join(tmpdir(), 'vlabs-bare-')), commands);
  }

  /** `%s` marks the place of the student's own options; the file follows. */
  #compileWords({ languageId, file }: BareProgram): Words | null {
    const command = this.#compileCommands.get(languageId);
    if (!command) return null;
    const [program = '', ...words] = command.split(' ').filter((word) => word !== '%s');
    return [program, ...words.map((word) => (word.endsWith('.java') ? file : word))];
  }

  /** A temporary folder with the compiled program. */
  async compile(program: BareProgram, source: string): Promise<string> {
    const folder = join(this.#folder, String(this.#count++));
    await mkdir(folder);
    await writeFile(join(folder, program.file), source);
    const words = this.#compileWords(program);
    if (words) await call(words, folder, '');
    return folder;
  }

  async run({ run }: BareProgram, folder: string, stdin: string): Promise<void> {
    await call(run, folder, stdin);
  }

  async compileAndRun(program: BareProgram, source: string): Promise<void> {
    await this.run(program, await this.compile(program, source), '');
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

async function call([program, ...words]: Words, folder: string, stdin: string): Promise<void> {
  const child = spawn(program, words, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {}).end(stdin);
  child.stdout.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
}
