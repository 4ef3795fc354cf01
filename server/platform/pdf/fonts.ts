import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The faces that documents use, as TrueType files of packages. Noto Sans draws Devanagari too. */
const faces = [
  import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  import.meta
    .resolve('@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-oriya/700Bold/NotoSansOriya_700Bold.ttf'),
  import.meta.resolve('@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf'),
];

export const readFonts = (): Buffer[] => faces.map((face) => readFileSync(fileURLToPath(face)));

/** The code points that at least one of the fonts draws. */
export function coverageOf(fonts: readonly Buffer[]): Set<number> {
  const covered = new Set<number>();
  for (const font of fonts) for (const point of codePointsOf(font)) covered.add(point);
  return covered;
}

/** Reads the `cmap` table (OpenType 1.9, formats 4 and 12). */
function* codePointsOf(font: Buffer): Generator<number> {
  const cmap = tableOf(font, 'cmap');
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const platform = cmap.readUInt16BE(4 + index * 8);
    const table = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    const isUnicode = platform === 0 || platform === 3;
    if (isUnicode && table.readUInt16BE(0) === 4) yield* codePointsOfSegments(table);
    if (isUnicode && table.readUInt16BE(0) === 12) yield* codePointsOfGroups(table);
  }
}

function tableOf(font: Buffer, tag: string): Buffer {
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    if (font.toString('latin1', at, at + 4) === tag)
      return font.subarray(font.readUInt32BE(at + 8));
  }
  throw new Error(`The font has no table ${tag}.`);
}

function* codePointsOfSegments(table: Buffer): Generator<number> {
  const twice = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice] as const;
  for (let at = 0; at < twice; at += 2) {
    const start = table.readUInt16BE(starts + at);
    const offset = table.readUInt16BE(offsets + at);
    for (let point = start; point <= table.readUInt16BE(ends + at); point += 1) {
      const place = offsets + at + offset + 2 * (point - start);
      const glyph =
        offset === 0 ? point + table.readUInt16BE(deltas + at) : table.readUInt16BE(place);
      if (point !== 0xff_ff && (glyph & 0xff_ff) !== 0) yield point;
    }
  }
}

function* codePointsOfGroups(table: Buffer): Generator<number> {
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const at = 16 + index * 12;
    const glyph = table.readUInt32BE(at + 8);
    const end = table.readUInt32BE(at + 4);
    for (let point = table.readUInt32BE(at); point <= end; point += 1) {
      if (glyph + point > 0) yield point;
    }
  }
}
