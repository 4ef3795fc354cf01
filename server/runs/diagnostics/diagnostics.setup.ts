import { languages } from '@vlabs/contract/runs/languages';
import { readDiagnostics } from './diagnostics.ts';

export const fileOf = (name: string) => {
  const language = languages.find(({ sourceFileInMessages }) => sourceFileInMessages.test(name));
  if (!language) throw new Error(`No language has a file named ${name}.`);
  return language;
};

export const ofCompiler = (sourceFile: string, source: string, compileOutput: string) =>
  readDiagnostics({ language: fileOf(sourceFile), source, compileOutput, stderr: '' });
export const ofProgram = (sourceFile: string, source: string, stderr: string) =>
  readDiagnostics({ language: fileOf(sourceFile), source, compileOutput: '', stderr });
