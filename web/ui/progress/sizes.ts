const steps = [
  { unit: 'GB', bytes: 1024 ** 3 },
  { unit: 'MB', bytes: 1024 ** 2 },
  { unit: 'KB', bytes: 1024 },
] as const;

/** Such as `2.4 MB`: one decimal if the number is below 10. */
export function formatSize(bytes: number): string {
  const step = steps.find((candidate) => bytes >= candidate.bytes);
  if (!step) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const amount = bytes / step.bytes;
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${step.unit}`;
}
