import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import IconNews from '~icons/news';
import IconPencil from '~icons/pencil';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { MAX_NEWS, deleteNews, listNews } from '@vlabs/contract/news/news';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { formatDay } from '../ui/dates/dates.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { NewsDialog } from './NewsDialog.tsx';
import classes from './NewsPage.module.css';
import type { NewsItem } from './read-news.ts';
import { shorten } from './shorten.ts';
import { useNews } from './use-news.ts';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** Where admins edit the news of the home page. */
export function NewsPage() {
  const [open, setOpen] = useState<NewsItem | 'new' | null>(null);
  const { data = [] } = useNews();
  const isFull = data.length >= MAX_NEWS;
  return (
    <Page
      heading="News"
      introduction={
        isFull
          ? `The home page already has ${MAX_NEWS} items, the maximum. Delete one to add another.`
          : 'The news on the home page, newest first.'
      }
      action={
        !isFull && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            Add news
          </Button>
        )
      }
    >
      <Items onEdit={setOpen} />
      {open !== null && (
        <NewsDialog item={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

function Items({ onEdit }: { onEdit: (item: NewsItem) => void }) {
  return (
    <Loaded
      query={useNews()}
      failure="The news could not be loaded."
      empty={
        <Empty icon={IconNews} title="No news yet">
          Each item has a title, a text, a day and an optional link. New items appear on the home
          page immediately.
        </Empty>
      }
    >
      {(news) => (
        <ul className={classes.items}>
          {news.map((item) => (
            <Item key={item.newsId} item={item} onEdit={() => onEdit(item)} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function Item({ item, onEdit }: { item: NewsItem; onEdit: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: remove, isPending } = useDeleteNews(close);
  const { newsId, title, desc, postedDate, url } = item;
  return (
    <Paper component="li" withBorder className={classes.item}>
      <div className={classes.words}>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed" mt={4}>
          Posted on <time dateTime={postedDate}>{formatDay(postedDate)}</time>
        </Text>
        <Text mt="xs" className={classes.text ?? ''}>
          {shorten(desc)}
        </Text>
        {url !== '' && (
          <Anchor
            href={url}
            target="_blank"
            rel="noopener"
            mt="xs"
            display="inline-block"
            aria-label={`${url} (opens in a new tab)`}
          >
            {url}
          </Anchor>
        )}
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} aria-hidden />}
          aria-label={`Edit ${title}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={`Delete ${title}`}
          onClick={() => setIsAsking(true)}
        >
          Delete
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title="Delete this news item?"
          consequence={`“${title}” is removed from the home page immediately. You can’t undo this.`}
          confirmLabel="Delete"
          isBusy={isPending}
          onConfirm={() => remove(newsId)}
          onCancel={close}
        />
      )}
    </Paper>
  );
}

function useDeleteNews(onDone: () => void) {
  const refresh = useRefresh(listNews);
  return useMutation({
    mutationFn: (newsId: number) => call(deleteNews, { params: { newsId: String(newsId) } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: async () => {
      await refresh();
      onDone();
    },
  });
}
