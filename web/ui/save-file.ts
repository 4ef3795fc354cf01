/** Saves a file that the page has created. */
export function saveFile(name: string, contents: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may still be reading it when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
