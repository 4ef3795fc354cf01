/** Brackets and bars that are TeX delimiters. */
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

/** Accents above and below, for a single character and for a longer part. */
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
/** Operators with limits as scripts. */
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
