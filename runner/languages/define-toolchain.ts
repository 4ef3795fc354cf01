import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { LanguageRecipe, Recipe } from './recipe.ts';
import type { ShareFiles, SharedFolder } from './share-files.ts';

const execute = promisify(execFile);

type Described = Omit<Recipe, 'language' | 'name' | 'sourceFile' | 'memoryOverheadKb'> &
  Partial<Pick<Recipe, 'name' | 'sourceFile' | 'memoryOverheadKb'>>;

/** A compiler or interpreter. */
interface Tool {
  path: string;
  /** Makes it print its version. */
  versionOption: string;
  /** The word in front of the version: `GCC` in `C (GCC 12.2.0)`; empty if the language is its own tool. */
  name: string;
}

interface Definition {
  /** The Debian packages that install it. */
  packages: readonly string[];
  tool: Tool;
  /** Files and folders below /etc and /var that its programs read. It is not installed without them. */
  systemFiles?: readonly string[];
  /** Further ones that are not always there. */
  optionalFiles?: readonly string[];
  /** Programs in /usr that add to what it can do. */
  optionalTools?: readonly string[];
}

/** A compiler or interpreter that was found. */
export interface Installed {
  version: string;
  /** The path of its compiler or interpreter. */
  tool: string;
  sourceFile: string;
  share: ShareFiles;
}

/** The toolchain of a language. */
export interface Toolchain extends Definition {
  language: Language;
  /** Null if it is not installed on this machine. */
  find(shared: SharedFolder): Promise<LanguageRecipe | null>;
}

/**
 * A language's toolchain. Its source has the name of the contract's entry unless it says another one.
 * @param describe null if something else is missing
 */
export function defineToolchain(
  language: Language,
  definition: Definition,
  describe: (installed: Installed) => Described | null | Promise<Described | null>,
): Toolchain {
  const { name, sourceFile } = languageOf(language);
  const { tool, systemFiles = [] } = definition;
  return {
    ...definition,
    language,
    find: async (shared) => {
      const wanted: Parameters<ShareFiles>[] = [];
      const share: ShareFiles = (folder, list) => {
        wanted.push([folder, list]);
        return shared.pathOf(folder);
      };
      if (!systemFiles.every((path) => existsSync(path))) return null;
      const version = await findVersion(tool);
      const described =
        version && (await describe({ version, tool: tool.path, sourceFile, share }));
      if (!described) return null;
      const label = tool.name === '' ? version : `${tool.name} ${version}`;
      return {
        language,
        name: `${name} (${label})`,
        sourceFile: () => sourceFile,
        memoryOverheadKb: 0,
        shareFiles: () => Promise.all(wanted.map((each) => shared.put(...each))),
        ...described,
      };
    },
  };
}

/** The first version number in the tool's output. Null if it is not installed. */
async function findVersion({ path, versionOption }: Tool): Promise<string | null> {
  try {
    const { stdout, stderr } = await execute(path, [versionOption], { env: {} });
    return /\d+(?:\.\d+)*/.exec(`${stdout}${stderr}`)?.[0] ?? null;
  } catch {
    // A tool that cannot be started counts as not installed.
    return null;
  }
}
