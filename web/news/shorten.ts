export const SHOWN_CHARACTERS = 500;

/** The first 500 characters and an ellipsis; shorter texts are not changed. */
export function shorten(description: string): string {
  const characters = Array.from(description);
  if (characters.length <= SHOWN_CHARACTERS) return description;
  return `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}
