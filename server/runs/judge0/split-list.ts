/** Splits at commas as Judge0 does: nothing at the end counts for nothing, in the middle it counts. */
export function splitList(text: string): string[] {
  const end = text.trim().replace(/(?<!,),+$/, '');
  return end === '' ? [] : end.split(',');
}
