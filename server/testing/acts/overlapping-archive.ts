import { zipSync } from 'fflate';

const END_BYTES = 22;

/** A ZIP archive that lists one stored entry many times, each with size zero. */
export function makeOverlappingArchive(
  { times, bytes }: { times: number; bytes: Uint8Array },
  nameOf: (index: number) => string,
): Buffer {
  const whole = Buffer.from(zipSync({ [nameOf(0)]: bytes }, { level: 0 }));
  const end = Buffer.from(whole.subarray(-END_BYTES));
  const directory = end.readUInt32LE(16);
  const entry = whole.subarray(directory, whole.length - END_BYTES);
  const entries = Array.from({ length: times }, (_, index) => {
    const again = Buffer.from(entry);
    again.writeUInt32LE(0, 24);
    again.write(nameOf(index), 46, 'latin1');
    return again;
  });
  end.writeUInt16LE(times, 8);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(entry.length * times, 12);
  return Buffer.concat([whole.subarray(0, directory), ...entries, end]);
}
