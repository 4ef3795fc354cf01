export const similarityPath = (assignment: string) =>
  `/admin/dashboard/assignments/${assignment}/similarity`;

export const pairPath = (
  assignment: string,
  { one, other, language }: { one: string; other: string; language: number },
) => `${similarityPath(assignment)}/${one}/${other}?language=${language}`;
