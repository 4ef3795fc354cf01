import { Textarea, TextInput } from '@mantine/core';
import { writeKolkataField } from '@vlabs/contract/text/kolkata-time';
import { createNews, listNews, NewsText, updateNews } from '@vlabs/contract/news/news';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { writeOutDay } from '../ui/dates/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';
import type { NewsItem } from './read-news.ts';
import { SHOWN_CHARACTERS } from './shorten.ts';

interface NewsDialogProps {
  /** Null for a new item. */
  item: NewsItem | null;
  onClose: () => void;
}

export function NewsDialog({ item, onClose }: NewsDialogProps) {
  const refresh = useRefresh(listNews);
  const form = useForm({
    initial: textOf(item),
    check: (values) => fieldErrors(NewsText, values),
    send: (body) => saveNews(item?.newsId ?? null, body),
    onSent: async ({ message }) => {
      toastSuccess(message ?? 'Saved.');
      await refresh();
      onClose();
    },
  });
  const { postedDate } = form.values;
  return (
    <Dialog title={item === null ? 'Add news' : 'Edit news'} onClose={onClose}>
      <Form form={form} submitLabel={item === null ? 'Add news' : 'Save'} onCancel={onClose}>
        <TextInput label="Title" required data-autofocus {...form.field('title')} />
        <Textarea
          label="Text"
          description={`Plain text. The home page shows the first ${SHOWN_CHARACTERS} characters.`}
          required
          autosize
          minRows={4}
          maxRows={12}
          {...form.field('desc')}
        />
        <TextInput
          label="Posted on"
          type="date"
          description={postedDate === '' ? 'The date shown with the item' : writeOutDay(postedDate)}
          required
          {...form.field('postedDate')}
        />
        <TextInput
          label="Link"
          description="Optional. Where to read more."
          inputMode="url"
          placeholder="https://"
          {...form.field('url')}
        />
      </Form>
    </Dialog>
  );
}

function saveNews(
  newsId: number | null,
  body: NewsText,
): Promise<{ message?: string | undefined }> {
  return newsId === null
    ? call(createNews, { body })
    : call(updateNews, { params: { newsId: String(newsId) }, body });
}

function textOf(item: NewsItem | null): NewsText {
  if (item === null) {
    return { title: '', desc: '', postedDate: writeKolkataField(new Date()).slice(0, 10), url: '' };
  }
  const { title, desc, postedDate, url } = item;
  return { title, desc, postedDate, url };
}
