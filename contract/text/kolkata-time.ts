import { z } from 'zod';

const OFFSET = '+05:30';
const OFFSET_MS = 5.5 * 3_600_000;
const PARTS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(z|[+-]\d\d:\d\d)?$/i;
/** Checks the days of each month, which Date does not. */
const IsoMoment = z.iso.datetime({ offset: true });

/**
 * Parses a date with a time. Without a zone, as in a date-time field, it is in Asia/Kolkata, which has no summer
 * time. Null if it is invalid.
 */
export function readMoment(text: string): Date | null {
  const [, minutes, seconds = ':00', zone = OFFSET] = PARTS.exec(text.trim()) ?? [];
  if (minutes === undefined) return null;
  const written = `${minutes}${seconds}${zone.toUpperCase()}`;
  if (!IsoMoment.safeParse(written).success) return null;
  const moment = new Date(written);
  const year = moment.getUTCFullYear();
  return year >= 2000 && year < 2100 ? moment : null;
}

/** `2026-11-21T05:40:00.000+05:30`: ISO 8601 in Asia/Kolkata. Texts of this form sort by time. */
export function writeKolkataMoment(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().replace('Z', OFFSET);
}

/** The value of a date-time field in Asia/Kolkata: `2026-11-21T10:30`, with seconds if there are any. */
export function writeKolkataField(moment: Date): string {
  const written = writeKolkataMoment(moment);
  return written.slice(0, written.slice(17, 19) === '00' ? 16 : 19);
}
