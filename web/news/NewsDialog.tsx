import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { writeKolkataField } from '@vlabs/contract/kolkata-time';
import { NewsText } from '@vlabs/contract/news';
import { messageOf } from '../platform/calls/call.ts';
import { fieldErrors, focusFirstError } from '../platform/calls/form-errors.ts';
import { refusedFields } from '../platform/calls/refused-fields.ts';
import { writeOutDay } from '../ui/dates/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import type { NewsItem } from './read-news.ts';
import { SHOWN_CHARACTERS } from './shorten.ts';
import { useSaveNews } from './use-news-changes.ts';

interface NewsDialogProps {
  /** Null for a new one. */
  item: NewsItem | null;
  onClose: () => void;
}

export function NewsDialog({ item, onClose }: NewsDialogProps) {
  const { mutate, isPending, error } = useSaveNews(item?.newsId ?? null, onClose);
  const form = useForm<NewsText>({
    initialValues: textOf(item),
    validate: (values) => fieldErrors(NewsText, values),
  });
  const save = form.onSubmit(
    (values) => mutate(values, { onError: (refusal) => form.setErrors(refusedFields(refusal)) }),
    focusFirstError(form),
  );
  const { postedDate } = form.values;
  return (
    <Dialog title={item === null ? 'Add news' : 'Edit news'} onClose={onClose}>
      <form noValidate onSubmit={save}>
        <Stack gap="md">
          <TextInput label="Title" required data-autofocus {...form.getInputProps('title')} />
          <Textarea
            label="Text"
            description={`Plain text. The home page shows the first ${SHOWN_CHARACTERS} characters.`}
            required
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps('desc')}
          />
          <TextInput
            label="Posted on"
            type="date"
            description={
              postedDate === '' ? 'The day that stands beside it' : writeOutDay(postedDate)
            }
            required
            {...form.getInputProps('postedDate')}
          />
          <TextInput
            label="Link"
            description="Where to read more; leave it empty for none"
            inputMode="url"
            placeholder="https://"
            {...form.getInputProps('url')}
          />
          <FormMessage message={error && messageOf(error)} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {item === null ? 'Add news' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function textOf(item: NewsItem | null): NewsText {
  if (item === null) {
    return { title: '', desc: '', postedDate: writeKolkataField(new Date()).slice(0, 10), url: '' };
  }
  const { title, desc, postedDate, url } = item;
  return { title, desc, postedDate, url };
}
