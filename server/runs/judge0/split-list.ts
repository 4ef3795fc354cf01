/** Splits at commas as Judge0 does: drops trailing empty items and keeps inner ones. */
export function splitList(text: string): string[] {
  const end = text.trim().replace(/(?<!,),+$/, '');
  return end === '' ? [] : end.split(',');
}
