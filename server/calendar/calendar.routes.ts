import * as contract from '@vlabs/contract/calendar/calendar';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { networkOf } from '../platform/connections/addresses.ts';
import { PublicError } from '../platform/errors.ts';
import { makeCallLimit } from '../platform/http/call-limit.ts';
import { answer, serve } from '../platform/http/serve.ts';
import {
  endCalendarLink,
  getCalendarLink,
  makeCalendarLink,
  readCalendar,
} from './calendar.service.ts';

/** Calendar programs read every few minutes or hours. */
const READS_A_MINUTE = 30;
/** Invalid addresses per network; the programs of a whole campus may share one. */
const MISSES_A_MINUTE = 300;

export function calendarRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  const message = 'Too many requests for this calendar. Try again in a minute.';
  const reads = makeCallLimit(app, { perMinute: READS_A_MINUTE, message });
  const misses = makeCallLimit(app, {
    perMinute: MISSES_A_MINUTE,
    message,
  });
  serve(app, contract.findCalendarLink, async ({ caller }) =>
    answer(await getCalendarLink(pool, caller.id)),
  );
  serve(app, contract.createCalendarLink, async ({ caller }) =>
    answer(await makeCalendarLink(pool, caller.id)),
  );
  serve(app, contract.deleteCalendarLink, async ({ caller }) =>
    answer(await endCalendarLink(pool, caller.id), 'The calendar link no longer works.'),
  );
  serve(app, contract.getCalendar, async ({ params, request, response }) => {
    await reads(request, params.token);
    const origin = `${request.protocol}://${request.host}`;
    const { text, tag } = await readCalendar(pool, params.token, origin).catch(
      async (error: unknown) => {
        if (error instanceof PublicError) await misses(request, networkOf(request.ip));
        throw error;
      },
    );
    response.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (namesTag(request.headers['if-none-match'], tag)) return response.code(304).send();
    return response
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="v-labs.ics"',
      })
      .send(text);
  });
}

const namesTag = (header: string | undefined, tag: string) =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false;
