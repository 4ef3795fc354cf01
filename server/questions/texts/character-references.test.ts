import { expect, test } from 'vitest';
import { readHtml } from './markup.ts';
import { parseXml, textOf } from './xml-tree.ts';

const textOfXml = (text: string): string => textOf(parseXml(`<text>${text}</text>`));

const textOfHtml = (html: string): string =>
  Array.from(readHtml(html), (part) => (part.kind === 'text' ? part.text : '')).join('');

test.each([
  ['by name', 'a &lt; b &amp;&amp; c&nbsp;&ne;&nbsp;d', 'a < b && c\u00a0≠\u00a0d'],
  ['by number', '&#2344;&#x92E;&#x1F642;', 'नम🙂'],
  ['by numbers of old Windows', 'It&#146;s &#147;so&#148;&#133;', 'It’s “so”…'],
  ['that nothing can keep', '&#xD83D;|&#0;|&#x110000;|&#99999999999;', '�|�|�|�'],
  ['twice, and is read once', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
])('a character may be written %s', (_, written, text) => {
  expect(textOfXml(written)).toBe(text);
  expect(textOfHtml(written)).toBe(text);
});

test.each(['p = &para1;', '&region; &copy2; &constructor;', 'R&D', 'x &amp y', '&#12', '&;'])(
  'what only resembles one stays as a program has it: %s',
  (written) => {
    expect(textOfHtml(written)).toBe(written);
  },
);
