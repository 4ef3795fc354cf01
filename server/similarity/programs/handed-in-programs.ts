import type { Pool } from 'pg';
import {
  findAssignmentTexts,
  findHandedInSource,
  listHandedInSources,
} from '../../assignments/assignments.reads.ts';
import type { StoredFiles } from '../../files/files.reads.ts';
import { notFound } from '../../platform/errors.ts';
import type { ProgramsToCompare } from './programs-to-compare.ts';
import { MAX_TEXT, readPrograms } from './read-programs.ts';
import { listStatementCode } from './statement-code.ts';
import { joinFiles } from './tokenise.ts';

/** The last hand-ins of an assignment. */
export async function findHandedInPrograms(
  { pool, files }: { pool: Pool; files: StoredFiles },
  assignmentId: string,
): Promise<ProgramsToCompare> {
  const found = await findAssignmentTexts(pool, assignmentId);
  if (!found) throw notFound('This assignment');
  const { title, text, starterCode, classId } = found;
  return {
    title,
    classId,
    leftOut: [starterCode, ...listStatementCode(text)].filter((one) => one.trim() !== ''),
    isInProgress: false,
    async *readAll() {
      const sources = await listHandedInSources(pool, assignmentId, MAX_TEXT);
      for (const source of sources) yield await readPrograms(source, files);
    },
    readText: async (handInId, language) => {
      const source = await findHandedInSource(pool, handInId, MAX_TEXT);
      if (!source) throw notFound('This hand-in');
      const read = await readPrograms(source, files);
      const program = Array.isArray(read)
        ? read.find((one) => one.language === language)
        : undefined;
      if (!program) throw notFound('A file of this hand-in');
      const { studentId, name, handedInAt, isLate } = source;
      const joined = joinFiles(program.files);
      return {
        handInId,
        studentId,
        name,
        handedInAt: handedInAt.toISOString(),
        isLate,
        text: joined,
      };
    },
  };
}
