/** An entry of a calendar. */
export interface CalendarEvent {
  /** Never changes. */
  uid: string;
  title: string;
  description: string;
  url: string;
  startsAt: Date;
  /** Null for a moment, such as a due time. */
  endsAt: Date | null;
  modifiedAt: Date;
  /** Grows with each change, so that calendar programs know which version is newer. */
  sequence: number;
  isCancelled: boolean;
  /** How long before the start to remind. */
  remindMinutesBefore: number;
}

/** Longer lines are folded (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** Writes a calendar by RFC 5545 with times in UTC, which calendar programs show in the reader's zone. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//V-labs//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${asText(name)}`,
    `X-WR-CALNAME:${asText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(writeEvent),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function writeEvent(event: CalendarEvent): string[] {
  const title = asText(oneLine(event.title));
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${asMoment(event.modifiedAt)}`,
    `LAST-MODIFIED:${asMoment(event.modifiedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${asMoment(event.startsAt)}`,
    // Without an end it is a moment, because an end must be later than its start.
    ...(event.endsAt ? [`DTEND:${asMoment(event.endsAt)}`] : ['TRANSP:TRANSPARENT']),
    `SUMMARY:${title}`,
    `DESCRIPTION:${asText(event.description)}`,
    `URL:${event.url}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(event.isCancelled ? [] : writeAlarm(title, event.remindMinutesBefore)),
    'END:VEVENT',
  ];
}

const writeAlarm = (title: string, minutes: number) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${title}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
];

/** `20261121T093000Z` */
const asMoment = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Removes control characters and escapes special ones (3.3.11). */
function asText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

/** Folds between characters, never within the bytes of one. */
function fold(line: string): string {
  let folded = '';
  let remaining = LINE_BYTES;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (bytes > remaining) {
      folded += '\r\n ';
      remaining = LINE_BYTES - 1;
    }
    folded += character;
    remaining -= bytes;
  }
  return folded;
}
