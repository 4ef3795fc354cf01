import type { ChangedAssignment } from '@vlabs/contract/assignments/assignments';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { StoredFiles } from '../files/files.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { PublicError } from '../platform/errors.ts';
import { mayGiveOut } from './assignment-lists.queries.ts';
import type { AssignmentContent } from './assignments.queries.ts';
import { titleOfMarkdown } from '@vlabs/contract/text/markdown-words';

/** The host that the caller used: links to our own files must name it. */
export interface Asked {
  host: string;
}

/** The content that a form names. Its file must be one of ours that the caller may give out. */
export async function readContent(
  { pool, files }: { pool: Pool; files: StoredFiles },
  { scope, form, host }: Asked & { scope: AccessScope; form: z.output<typeof ChangedAssignment> },
): Promise<AssignmentContent> {
  const link = form.path?.trim() ?? '';
  const file = link === '' ? null : await files.findFileOfLink(link, host);
  if (link !== '' && file?.bucketId !== 'assignments') throw notOurFile();
  if (file && !(await mayGiveOut(pool, scope, file))) throw notOurFile();
  const fileName = file ? form.filename || file.name : '';
  return {
    title: form.title || titleFrom(fileName, form.text),
    text: form.text.trim() === '' ? '' : form.text,
    starterCode: form.starterCode.trim() === '' ? '' : form.starterCode,
    fileId: file?.fileId ?? null,
    fileName,
    canStep: form.canStep,
    languageId: form.language,
    dueAt: form.dueAt,
    maxMarks: form.maxMarks,
    audience: form.audience,
  };
}

const notOurFile = () =>
  new PublicError(
    400,
    'unknown_file',
    'This link isn’t an uploaded assignment file. Upload the file first.',
    { path: 'Upload the file first.' },
  );

/** The file name without extension, or the first line of the text without markup. */
function titleFrom(fileName: string, text: string): string {
  const title = titleOfMarkdown(text) || fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return [...new Intl.Segmenter('en').segment(title)]
    .slice(0, 100)
    .map(({ segment }) => segment)
    .join('')
    .slice(0, 200);
}
