import { type EventSourceMessage, createParser } from 'eventsource-parser';

/** Parses the server-sent events of a complete reply. */
export function readEvents(body: string): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  createParser({ onEvent: (event) => events.push(event) }).feed(body);
  return events;
}
