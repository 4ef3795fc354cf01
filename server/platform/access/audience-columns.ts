import type { Audience } from '@vlabs/contract/students/audience';
import { z } from 'zod';

/** The audience columns of quizzes and assignments. */
export const audienceColumns = {
  forEveryone: z.boolean(),
  forCourses: z.array(z.string()),
  forYears: z.array(z.string()),
  /** Lower case. */
  forRollNumbers: z.array(z.string()),
  classId: z.uuid().nullable(),
  forSections: z.array(z.uuid()),
};

type Columns = z.infer<z.ZodObject<typeof audienceColumns>>;

/** Combines the audience columns of a row into one property. */
export function withAudience<Row extends Columns>({
  forEveryone,
  forCourses,
  forYears,
  forRollNumbers,
  classId,
  forSections,
  ...row
}: Row): Omit<Row, keyof Columns> & { audience: Audience } {
  const audience = {
    everyone: forEveryone,
    courses: forCourses,
    years: forYears,
    rollNumbers: forRollNumbers,
    ...(classId !== null && { inClass: { classId, sections: forSections } }),
  };
  return { ...row, audience };
}

/** The class ID of an audience, as stored. */
export const classIdOf = ({ inClass }: Pick<Audience, 'inClass'>): string | null =>
  inClass?.classId ?? null;
/** The class ID of an audience in a reply; absent for the whole campus. */
export const ofClass = ({ inClass }: Pick<Audience, 'inClass'>): { classId?: string } =>
  inClass ? { classId: inClass.classId } : {};
export const sectionsOf = ({ inClass }: Audience): string[] => inClass?.sections ?? [];
