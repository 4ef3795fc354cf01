import { type Notice, type NoticeKind, noticeHeadings } from '@vlabs/contract/notices/notices';
import { formatKolkataMoment } from '@vlabs/contract/text/kolkata-words';

const MAX_LINES = 50;
const MAX_TITLE = 200;

type Line = Pick<Notice, 'kind' | 'title' | 'startsAt' | 'endsAt'>;

/** Contains no marks, comments or announcements: mail is not encrypted. */
export function digestText(
  notices: readonly Line[],
  { noticesPage, unsubscribeUrl }: { noticesPage: string; unsubscribeUrl: string },
) {
  const count = notices.length;
  const more = count - MAX_LINES;
  const lines = notices.slice(0, MAX_LINES).map((one) => `- ${lineOf(one)}`);
  const paragraphs = [
    'What is new in your tests and assignments since the last daily mail:',
    [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    'Your notices:',
    noticesPage,
    'You get this mail because you chose it on your Account page. To end it, open this link and press the button:',
    unsubscribeUrl,
  ];
  return {
    subject: `${count} new ${count === 1 ? 'notice' : 'notices'} at V-labs`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

const HAVE_NO_TIMES: ReadonlySet<NoticeKind> = new Set(['test_withdrawn', 'assignment_withdrawn']);

function lineOf({ kind, title, startsAt, endsAt }: Line): string {
  const shown = title.replaceAll(/\p{C}|\s/gu, ' ').slice(0, MAX_TITLE);
  const line = `${noticeHeadings[kind]}: ${shown}`;
  if (endsAt === null || HAVE_NO_TIMES.has(kind)) return line;
  const end = formatKolkataMoment(new Date(endsAt));
  if (startsAt === null) return `${line} (${kind === 'erasure' ? 'on' : 'due'} ${end})`;
  return `${line} (${formatKolkataMoment(new Date(startsAt))} to ${end})`;
}
