const steps = [
  { unit: 'GB', bytes: 1024 ** 3 },
  { unit: 'MB', bytes: 1024 ** 2 },
  { unit: 'KB', bytes: 1024 },
] as const;

/** `2.4 MB`: with one digit after the point while the number is small. */
export function formatSize(bytes: number): string {
  const step = steps.find((candidate) => bytes >= candidate.bytes);
  if (!step) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const amount = bytes / step.bytes;
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${step.unit}`;
}
