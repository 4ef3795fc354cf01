import type { ProgramFile } from '@vlabs/contract/runs/program-files';

/** The further files of an order, from their texts by path. */
export const filesOf = (texts: Record<string, string>): ProgramFile[] =>
  Object.entries(texts).map(([path, text]) => ({
    path,
    contentBase64: Buffer.from(text).toString('base64'),
  }));
