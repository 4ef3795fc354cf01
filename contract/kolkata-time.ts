import { z } from 'zod';

const OFFSET = '+05:30';
const OFFSET_MS = 5.5 * 3_600_000;
const PARTS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(z|[+-]\d\d:\d\d)?$/i;
/** Knows the days of each month, which Date itself forgives. */
const IsoMoment = z.iso.datetime({ offset: true });

/**
 * Reads a date with a time. Without a zone, as a date-time field gives it, it is meant in
 * Asia/Kolkata, which knows no summer time. Null where it is no such moment.
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

/** `2026-11-21T05:40:00.000+05:30`: ISO 8601 in the time of Asia/Kolkata. Texts of this form sort by time. */
export function writeKolkataMoment(moment: Date): string {
  return new Date(moment.getTime() + OFFSET_MS).toISOString().replace('Z', OFFSET);
}

/** As a date-time field holds it, in Asia/Kolkata: `2026-11-21T10:30`, with seconds where it has some. */
export function writeKolkataField(moment: Date): string {
  const written = writeKolkataMoment(moment);
  return written.slice(0, written.slice(17, 19) === '00' ? 16 : 19);
}
