import { assert, property, string } from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { type CalendarEvent, writeCalendar } from './calendar-text.ts';

const event: CalendarEvent = {
  uid: 'quiz-1@v-labs',
  title: 'Test: Stacks',
  description: 'Data Structures, CSE-4',
  url: 'https://labs.example/tests',
  startsAt: new Date('2026-11-21T04:30:00.000Z'),
  endsAt: new Date('2026-11-21T06:30:00.000Z'),
  modifiedAt: new Date('2026-11-20T10:11:12.345Z'),
  sequence: 3,
  isCancelled: false,
  remindMinutesBefore: 30,
};

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('There is no event.');
  return { component, event: new ICAL.Event(component) };
}

/** Texts in a calendar have no control characters except tab and line feed. */
const withoutControls = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '');

test('a calendar program reads the same event', () => {
  const { component, event: read1 } = read(writeCalendar('V-labs', [event]));
  expect(read1.uid).toBe('quiz-1@v-labs');
  expect(read1.summary).toBe('Test: Stacks');
  expect(read1.description).toBe('Data Structures, CSE-4');
  expect(read1.startDate.toString()).toBe('2026-11-21T04:30:00Z');
  expect(read1.endDate.toString()).toBe('2026-11-21T06:30:00Z');
  expect(read1.sequence).toBe(3);
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-20T10:11:12Z');
  const alarm = component.getFirstSubcomponent('valarm');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT30M');
});

test('what is due has no length, and what is cancelled reminds nobody', () => {
  const { component } = read(
    writeCalendar('V-labs', [{ ...event, endsAt: null, isCancelled: true }]),
  );
  expect(component.getFirstProperty('dtend')).toBeNull();
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(component.getFirstSubcomponent('valarm')).toBeNull();
});

test('any title and description come back as they were written', () => {
  assert(
    property(string({ unit: 'binary' }), string({ unit: 'binary' }), (title, more) => {
      const text = writeCalendar('V-labs', [{ ...event, title, description: more }]);
      const { event: found } = read(text);
      expect(found.summary).toBe(withoutControls(title.replaceAll(/[\r\n]+/g, ' ')));
      expect(found.description).toBe(withoutControls(more.replaceAll(/\r\n?/g, '\n')));
    }),
  );
});

test('no line has more than 75 bytes, each ends as the standard says, and no character is cut', () => {
  assert(
    property(string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const text = writeCalendar(title, [{ ...event, title }]);
      expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
      for (const line of text.slice(0, -2).split('\r\n')) {
        expect(line).not.toMatch(/[\r\n]/);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
      }
    }),
  );
});
