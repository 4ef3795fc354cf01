import { type EventSourceMessage, createParser } from 'eventsource-parser';

/** The server-sent events of a whole reply, as a browser reads them. */
export function readEvents(body: string): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  createParser({ onEvent: (event) => events.push(event) }).feed(body);
  return events;
}
