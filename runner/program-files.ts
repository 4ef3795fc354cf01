import { findClashingPath, foldersOf, type ProgramFile } from '@vlabs/contract/runs/program-files';
import type { Recipe, Traced } from './languages/recipe.ts';
import type { BoxFile } from './sandbox/box-protocol.ts';

/** The recipe, with what is different for the source of this order and for its trace. */
export function recipeFor(
  { sourceBase64, isTrace = false }: { sourceBase64: string; isTrace?: boolean | undefined },
  recipe: Recipe,
): Recipe {
  const source = Buffer.from(sourceBase64, 'base64').toString('utf8');
  const varied = { ...recipe, ...recipe.variantFor?.(source) };
  return isTrace && recipe.traced ? traceInstead(varied, recipe.traced) : varied;
}

/** The tracer starts the program, so nothing else is started ahead. */
function traceInstead(recipe: Recipe, { sample: _sample, ...traced }: Traced): Recipe {
  const { interpreter: _interpreter, waitingProgram: _waiting, ...rest } = recipe;
  return {
    ...rest,
    ...traced,
    environment: { ...rest.environment, ...traced.environment },
    memoryOverheadKb: rest.memoryOverheadKb + traced.memoryOverheadKb,
  };
}

/** A program as it was sent: the file that is compiled or run, and those beside it. */
export interface SentProgram {
  file: BoxFile;
  others: BoxFile[];
}

/**
 * The files of an order, as a box gets them. A file at the place of the source is left out: only the runner knows the
 * name of a Java source, and as in Judge0 no file replaces the source.
 */
export function readProgram(
  { sourceBase64, files = [] }: { sourceBase64: string; files?: ProgramFile[] | undefined },
  recipe: Pick<Recipe, 'sourceFile' | 'mainFile'>,
): SentProgram {
  const further = files.map(boxFileOf);
  const main = recipe.mainFile?.(files.map(({ path }) => path)) ?? null;
  const [file = readSource(sourceBase64, recipe)] = further.filter(({ name }) => name === main);
  const others = further.filter(({ name }) => findClashingPath([file.name, name]) === null);
  return { file, others };
}

function readSource(sourceBase64: string, recipe: Pick<Recipe, 'sourceFile'>): BoxFile {
  const bytes = Buffer.from(sourceBase64, 'base64');
  return { name: recipe.sourceFile(bytes.toString('utf8')), mode: 0o644, bytes };
}

const boxFileOf = ({ path, contentBase64, role = 'visible' }: ProgramFile): BoxFile => ({
  name: path,
  mode: role === 'visible' ? 0o644 : 0o444,
  bytes: Buffer.from(contentBase64, 'base64'),
});

/** A program with its further files. What the compiler made takes the place of files in its way. */
export function withFiles(made: readonly BoxFile[], others: readonly BoxFile[]): BoxFile[] {
  const paths = new Set(made.map(({ name }) => name));
  const folders = new Set(made.flatMap(({ name }) => foldersOf(name)));
  const isFree = ({ name }: BoxFile) =>
    !paths.has(name) && !folders.has(name) && !foldersOf(name).some((path) => paths.has(path));
  return [...made, ...others.filter(isFree)];
}
