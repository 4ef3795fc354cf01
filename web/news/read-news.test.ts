import { listNews } from '@vlabs/contract/news/news';
import { expect, test } from 'vitest';
import { NEWS_PATH, readNews } from './read-news.ts';

const item = { newsId: 7, title: 'Labs', desc: 'Open.', postedDate: '2026-11-22', url: '' };
const reply = { success: true, data: [item, { ...item, newsId: 6 }] };

test('the hand-written check of the news agrees with the contract', () => {
  expect(NEWS_PATH).toBe(listNews.path);
  expect(listNews.method).toBe('GET');
  expect(readNews(reply)).toEqual(listNews.reply.parse(reply).data);
  expect(readNews({ success: true, data: [] })).toEqual([]);
});

test.each([
  ['no object', 'text'],
  ['no data', { success: true }],
  ['one that is no list', { data: item }],
  ['an item that is none', { data: [null] }],
  ['an item without a number', { data: [{ ...item, newsId: 'x' }] }],
  ['an item without a day', { data: [{ ...item, postedDate: undefined }] }],
])('%s is refused, by hand as by the contract', (_, wrong) => {
  expect(() => readNews(wrong)).toThrow(TypeError);
  expect(listNews.reply.safeParse({ success: true, ...Object(wrong) }).success).toBe(false);
});
