/** `attachment` or `inline` with the name of the file in both forms of RFC 6266. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  // Old clients read only this one; what is not plain ASCII becomes an underscore.
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\/%]/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeName(name)}`;
}

/** Percent codes for all but the characters that RFC 5987 lets stand. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
