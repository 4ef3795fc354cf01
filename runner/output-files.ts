import {
  isOutputPath,
  MAX_OUTPUT_FILES,
  MAX_OUTPUT_FILES_BYTES,
  MAX_PATH_PARTS,
  type OutputFile,
} from '@vlabs/contract/runs/program-files';
import type { Started } from './languages/recipe.ts';
import { type Box, BoxError } from './sandbox/sandbox.ts';

/** The files that a program writes, over all of its executions. */
export class OutputFiles {
  readonly #sourceFile: string;
  /** What was put into its box. */
  readonly #own: ReadonlyMap<string, Buffer>;
  readonly #ownBytes: number;
  #bytesLeft = MAX_OUTPUT_FILES_BYTES;

  constructor({ sourceFile, files }: Pick<Started, 'sourceFile' | 'files'>) {
    this.#sourceFile = sourceFile;
    this.#own = new Map(files.map(({ name, bytes }) => [name, bytes]));
    this.#ownBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** New and changed files of an execution that has ended, by path. None if the box ended with it. */
  async collect(box: Box): Promise<OutputFile[]> {
    const found = await this.#read(box);
    const written = found
      .filter(({ name, bytes }) => isOutputPath(name) && this.#isWritten(name, bytes))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    let left = this.#bytesLeft;
    const kept = written.filter(({ bytes }) => {
      const fits = bytes.length <= left;
      if (fits) left -= bytes.length;
      return fits;
    });
    return kept.slice(0, MAX_OUTPUT_FILES).map(({ name, bytes }) => ({
      path: name,
      contentBase64: bytes.toString('base64'),
    }));
  }

  /** Files of an execution that counts; later ones get what is left. */
  spend(files: readonly OutputFile[]): void {
    for (const { contentBase64 } of files)
      this.#bytesLeft -= Buffer.byteLength(contentBase64, 'base64');
  }

  #isWritten(name: string, bytes: Buffer): boolean {
    return name !== this.#sourceFile && this.#own.get(name)?.equals(bytes) !== true;
  }

  /** The program's own files are among them and do not count. */
  async #read(box: Box) {
    try {
      return await box.collect({
        suffix: '',
        maxBytes: this.#ownBytes + this.#bytesLeft,
        maxFiles: this.#own.size + MAX_OUTPUT_FILES,
        levels: MAX_PATH_PARTS,
        isVisible: true,
      });
    } catch (error) {
      if (error instanceof BoxError) return [];
      throw error;
    }
  }
}
