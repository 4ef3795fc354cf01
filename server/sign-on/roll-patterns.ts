/** Whether a roll number fits one of the patterns; if there is none, it does. `#` is a digit and `@` a letter. */
export function fitsRollPattern(patterns: readonly string[], rollNumber: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => fits(pattern, rollNumber));
}

function fits(pattern: string, rollNumber: string): boolean {
  if (pattern.length !== rollNumber.length) return false;
  const places = pattern.toLowerCase().split('');
  return places.every((place, index) => fitsPlace(place, rollNumber.charAt(index).toLowerCase()));
}

function fitsPlace(place: string, letter: string): boolean {
  if (place === '#') return /^[0-9]$/.test(letter);
  if (place === '@') return /^\p{L}$/u.test(letter);
  return place === letter;
}
