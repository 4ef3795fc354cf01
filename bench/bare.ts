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
  /** What a person would type; default: the command of the product. */
  run?: Words;
}

/** As the product reports them. */
interface Commands {
  compile: string | null;
  run: string;
}

/** Compilers and programs as a person runs them: without server, runner or box. */
export class Bare {
  readonly #folder: string;
  /** By Judge0's number, so that both sides do the same. */
  readonly #commands: ReadonlyMap<number, Commands>;
  /** The folder that every box can read. */
  readonly #shared: string;
  #count = 0;

  private constructor(folder: string, shared: string, commands: ReadonlyMap<number, Commands>) {
    this.#folder = folder;
    this.#shared = shared;
    this.#commands = commands;
  }

  static async prepare(
    product: Pick<Product, 'url' | 'serviceToken'> & Partial<Pick<Product, 'dataFolder'>>,
    languageIds: readonly number[],
  ): Promise<Bare> {
    const commands = new Map<number, Commands>();
    for (const id of new Set(languageIds)) {
      const reply = await fetch(`${product.url}/judge0/languages/${id}`, {
        headers: { 'x-auth-token': product.serviceToken },
      });
      const { compile_cmd: compile, run_cmd: run } = getLanguage.reply.parse(await reply.json());
      commands.set(id, { compile, run });
    }
    const shared = join(product.dataFolder ?? '', 'runner', 'shared');
    return new Bare(await mkdtemp(join(tmpdir(), 'vlabs-bare-')), shared, commands);
  }

  /** `%s` marks the place of the student's own options; the file follows. */
  #compileSteps({ languageId, file }: BareProgram): Words[] {
    const command = this.#commands.get(languageId)?.compile;
    if (!command) return [];
    return command.split(' && ').map((step) => {
      const [program = '', ...words] = this.#inPlace(step).filter((word) => word !== '%s');
      return [program, ...words.map((word) => (word.endsWith('.java') ? file : word))];
    });
  }

  /** Paths of boxes as they are outside of them. */
  #inPlace(command: string): string[] {
    return command
      .split(' ')
      .map((word) => word.replace(/^\/shared(?=\/)/, this.#shared).replace(/^\/box\//, './'));
  }

  /** A temporary folder with the compiled program. */
  async compile(program: BareProgram, source: string): Promise<string> {
    const folder = join(this.#folder, String(this.#count++));
    await mkdir(folder);
    await writeFile(join(folder, program.file), source);
    for (const words of this.#compileSteps(program)) await call(words, folder, '');
    return folder;
  }

  async run({ run, languageId }: BareProgram, folder: string, stdin: string): Promise<void> {
    const [program = '', ...words] = this.#inPlace(this.#commands.get(languageId)?.run ?? '');
    await call(run ?? [program, ...words], folder, stdin);
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
