import { type LanguageId, requireLanguage } from '@vlabs/contract/runs/languages';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { starterOf } from '../platform/languages.ts';
import { splitProgram } from '@vlabs/contract/runs/program-text';
import { packPrograms } from '../programs/pack-programs.ts';
import { downloadBlob, downloadText } from '../runs/running/download-text.ts';
import { openFile } from './open-file.ts';
import type { UnsentVersion } from '../programs/version-outbox.ts';

interface Options {
  languageId: LanguageId;
  currentSource: (languageId?: LanguageId) => string;
  chooseLanguage: (languageId: LanguageId) => void;
  replaceProgram: (languageId: LanguageId, text: string) => void;
  setAside: (version: UnsentVersion) => void;
}

interface UseProgramFiles {
  open: (file: File) => void;
  download: () => void;
  restore: (languageId: LanguageId, text: string, name: string) => void;
}

/** Actions that replace the program in the editor. The replaced program is kept as a version. */
export function useProgramFiles(options: Options): UseProgramFiles {
  const { languageId, currentSource, chooseLanguage, replaceProgram, setAside } = options;

  const replace = (id: LanguageId, text: string, why: string) => {
    const old = currentSource(id);
    const isWorthKeeping = old.trim() !== '' && old !== starterOf(id) && old !== text;
    if (isWorthKeeping) setAside({ languageId: id, text: old, name: why.slice(0, 100) });
    if (id !== languageId) chooseLanguage(id);
    replaceProgram(id, text);
  };

  const open = async (file: File) => {
    const opened = await openFile(file);
    if ('refusal' in opened) {
      toastError(opened.refusal);
      return;
    }
    replace(opened.languageId ?? languageId, opened.text, `Before opening ${opened.name}`);
    toastSuccess(`${opened.name} is open`);
  };

  return {
    open: (file) => void open(file),
    download: () => void downloadProgram(languageId, currentSource()),
    restore: (id, text, name) => {
      replace(id, text, `Before restoring ${name}`);
      toastSuccess('Program restored');
    },
  };
}

/** A program of several files is downloaded as a ZIP. */
async function downloadProgram(languageId: LanguageId, text: string): Promise<void> {
  const { sourceFile } = requireLanguage(languageId);
  const { main, files } = splitProgram(text, sourceFile);
  if (files.length === 0) {
    downloadText(sourceFile, text);
    return;
  }
  const all = [{ path: sourceFile, text: main }, ...files];
  const zip = await packPrograms(
    new Map(all.map((file) => [file.path, { text: file.text, at: null }])),
  );
  downloadBlob('program.zip', new Blob([new Uint8Array(zip)], { type: 'application/zip' }));
}
