/** One entry of a calendar. */
export interface CalendarEvent {
  /** The same for ever, whatever changes. */
  uid: string;
  title: string;
  description: string;
  url: string;
  startsAt: Date;
  /** Null: a moment, such as when something is due. */
  endsAt: Date | null;
  modifiedAt: Date;
  /** Grows with each change, so that calendars know which one is newer. */
  sequence: number;
  isCancelled: boolean;
  /** How long before the start a calendar may remind. */
  remindMinutesBefore: number;
}

/** Lines are folded so that none has more bytes (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** A calendar by RFC 5545, with times in UTC, which every calendar shows in the zone of its reader. */
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
    // Without an end it is a moment: an end must be later than its start.
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

/** Control characters have no place in a text, and a few others have a meaning (3.3.11). */
function asText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ');

/** A fold stands between characters, never within the bytes of one. */
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
