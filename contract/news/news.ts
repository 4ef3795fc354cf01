import { canonicalLine, canonicalText } from '../text/canonical.ts';
import { z } from 'zod';
import { Done, endpoint, replyOf } from '../http/endpoint.ts';
import { writeKolkataMoment } from '../text/kolkata-time.ts';

/** More than the home page can show. */
export const MAX_NEWS = 50;

const FIRST_DAY = '2000-01-01';
const today = () => writeKolkataMoment(new Date()).slice(0, 10);

/** A news item as an admin writes it; the fields have the specification's names. */
export const NewsText = z.object({
  title: z
    .string('Write a title.')
    .overwrite(canonicalLine)
    .trim()
    .min(1, 'Write a title.')
    .max(200, 'A title has at most 200 characters.'),
  /** Plain text with line breaks. */
  desc: z
    .string('Write what there is to tell.')
    .overwrite(canonicalText)
    .trim()
    .min(1, 'Write what there is to tell.')
    .max(2000, 'The text has at most 2000 characters.'),
  /** A day in Asia/Kolkata. */
  postedDate: z.iso
    .date('Choose the day on which it was posted.')
    .refine((day) => day >= FIRST_DAY, 'Choose a day after 1999.')
    .refine((day) => day <= today(), 'Choose today or an earlier day.'),
  /** May be empty. */
  url: z
    .string('A link is a text.')
    .trim()
    .max(2000, 'A link has at most 2000 characters.')
    .refine(
      (url) => url === '' || isWebAddress(url),
      'A link begins with https:// or http://, like https://example.edu/news.',
    )
    .default(''),
});
export type NewsText = z.infer<typeof NewsText>;

/** Accepts only http and https addresses without an account, which could hide the real host. */
function isWebAddress(url: string): boolean {
  if (!/^https?:\/\/[^\s\\\p{C}]+$/iu.test(url) || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

const NewsItem = z.object({
  newsId: z.int(),
  title: z.string(),
  desc: z.string(),
  postedDate: z.string(),
  url: z.string(),
});

export const listNews = endpoint({
  method: 'GET',
  path: '/api/v1/news',
  access: 'anyone',
  openDuringTests: 'Everybody sees the same news.',
  summary: 'List the news of the home page, newest first',
  reply: replyOf(z.array(NewsItem)),
});

export const createNews = endpoint({
  method: 'POST',
  path: '/api/v1/news',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: `Add a news item; there are at most ${MAX_NEWS}`,
  body: NewsText,
  reply: replyOf(z.object({ newsId: z.int() })),
  status: 201,
});

const params = z.object({
  newsId: z
    .string()
    .regex(/^\d{1,15}$/, 'That news item is not known.')
    .transform(Number),
});

export const updateNews = endpoint({
  method: 'PUT',
  path: '/api/v1/news/:newsId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Change a news item',
  params,
  body: NewsText,
  reply: Done,
});

export const deleteNews = endpoint({
  method: 'DELETE',
  path: '/api/v1/news/:newsId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Delete a news item',
  params,
  reply: Done,
});
