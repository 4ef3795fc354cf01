/** Brackets and bars, as TeX takes them for delimiters. */
export const OPENING: Record<string, string> = {
  '(': '(',
  '[': '[',
  '{': '\\{',
  '⟨': '⟨',
  '⌊': '⌊',
  '⌈': '⌈',
};
export const CLOSING: Record<string, string> = {
  ')': ')',
  ']': ']',
  '}': '\\}',
  '⟩': '⟩',
  '⌋': '⌋',
  '⌉': '⌉',
};
export const BARS: Record<string, string> = { '|': '\\vert', '‖': '\\Vert' };
export const DELIMITERS: Record<string, string> = {
  ...OPENING,
  ...CLOSING,
  ...BARS,
  '': '.',
  '<': '⟨',
  '>': '⟩',
};

/** Marks over and under, each for a single sign and for a longer part. */
export const OVER: Record<string, readonly [string, string]> = {
  '^': ['hat', 'widehat'],
  ˆ: ['hat', 'widehat'],
  '~': ['tilde', 'widetilde'],
  '˜': ['tilde', 'widetilde'],
  '¯': ['bar', 'overline'],
  '‾': ['bar', 'overline'],
  _: ['bar', 'overline'],
  '→': ['vec', 'overrightarrow'],
  '←': ['overleftarrow', 'overleftarrow'],
  '˙': ['dot', 'dot'],
  '.': ['dot', 'dot'],
  '¨': ['ddot', 'ddot'],
  ˇ: ['check', 'check'],
  '⏞': ['overbrace', 'overbrace'],
};
export const UNDER: Record<string, readonly [string, string]> = {
  _: ['underline', 'underline'],
  '¯': ['underline', 'underline'],
  '‾': ['underline', 'underline'],
  '⏟': ['underbrace', 'underbrace'],
};
/** What takes its limits as scripts. */
export const LARGE = /^[∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄∫∬∭∮]$/;

/** Commands by the notation of `menclose`. */
export const ENCLOSING: Record<string, string> = {
  box: 'boxed',
  roundedbox: 'boxed',
  updiagonalstrike: 'cancel',
  downdiagonalstrike: 'bcancel',
  top: 'overline',
  bottom: 'underline',
};
