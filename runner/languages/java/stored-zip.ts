import { crc32 } from 'node:zlib';

const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
/** 1 January 1980, so that equal files make equal archives. */
const DATE = 0x0021;

interface Entry {
  name: string;
  bytes: Buffer;
}

/** An archive of up to 65,535 files that are not compressed (APPNOTE.TXT of PKWARE). */
export function storedZip(entries: readonly Entry[]): Buffer {
  const [parts, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name);
    const about = describe(nameBytes, bytes);
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, nameBytes]);
    central.push(centralOf(about, nameBytes, offset));
    parts.push(head, bytes);
    offset += head.length + bytes.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** What an entry and its line in the directory have in common. */
function describe(name: Buffer, bytes: Buffer): Buffer {
  const about = Buffer.alloc(26);
  about.writeUInt16LE(VERSION, 0);
  about.writeUInt16LE(NAMES_ARE_UTF8, 2);
  about.writeUInt16LE(DATE, 8);
  about.writeUInt32LE(crc32(bytes), 10);
  about.writeUInt32LE(bytes.length, 14);
  about.writeUInt32LE(bytes.length, 18);
  about.writeUInt16LE(name.length, 22);
  return about;
}

function centralOf(about: Buffer, name: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const version = Buffer.from([VERSION, 0]);
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), version, about, rest, name]);
}
