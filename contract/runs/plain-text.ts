const BYTE_ORDER_MARK = '\uFEFF';

/** Removes what editors on other systems add: a byte order mark, and the return in line breaks. */
export const asPlainText = (text: string): string =>
  (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).replaceAll('\r\n', '\n');
