import { Anchor, Button, Paper, Text, Title } from '@mantine/core';
import IconExternalLink from '~icons/external-link';
import IconNews from '~icons/news';
import IconPlayerPause from '~icons/player-pause';
import IconPlayerPlay from '~icons/player-play';
import { useState } from 'react';
import { formatDay } from '../ui/dates/dates.ts';
import { Empty, LinesSkeleton, Loaded } from '../ui/states.tsx';
import classes from './NewsList.module.css';
import type { NewsItem } from './read-news.ts';
import { shorten } from './shorten.ts';
import { useDrift } from './use-drift.ts';
import { useNews } from './use-news.ts';

export function NewsList() {
  return (
    <Loaded
      query={useNews()}
      waiting={
        <Paper withBorder p="lg" className={classes.waiting}>
          <LinesSkeleton lines={8} />
        </Paper>
      }
      failure="The news could not be loaded."
      empty={
        <Empty icon={IconNews} title="No news yet">
          Campus news will appear here.
        </Empty>
      }
    >
      {(news) => <Board news={news} />}
    </Loaded>
  );
}

/** Slowly scrolling news. It stops on hover and focus, and until resumed when paused. */
function Board({ news }: { news: NewsItem[] }) {
  const [isPaused, setIsPaused] = useState(false);
  const { viewport, mayMove, isLong } = useDrift(isPaused);

  return (
    <Paper withBorder className={classes.board}>
      {isLong && (
        <div className={classes.controls}>
          <Text size="sm" c="dimmed">
            Newest first
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={
              isPaused ? (
                <IconPlayerPlay size={14} aria-hidden />
              ) : (
                <IconPlayerPause size={14} aria-hidden />
              )
            }
            onClick={() => setIsPaused(!isPaused)}
          >
            {isPaused ? 'Play' : 'Pause'}
          </Button>
        </div>
      )}
      <section
        ref={viewport}
        className={classes.viewport}
        data-moves={mayMove}
        aria-label="News"
        {...(isLong && { tabIndex: 0 })}
      >
        <ul className={classes.items}>
          {news.map((item) => (
            <Item key={item.newsId} item={item} />
          ))}
        </ul>
      </section>
    </Paper>
  );
}

function Item({ item: { title, desc, postedDate, url } }: { item: NewsItem }) {
  return (
    <li className={classes.item}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mt={4}>
        Posted on <time dateTime={postedDate}>{formatDay(postedDate)}</time>
      </Text>
      <Text mt="xs" className={classes.text ?? ''}>
        {shorten(desc)}
      </Text>
      {url !== '' && (
        <Anchor
          className={classes.more ?? ''}
          href={url}
          target="_blank"
          rel="noopener"
          aria-label={`Read more: ${title} (opens in a new tab)`}
        >
          Read more
          <IconExternalLink size={16} aria-hidden />
        </Anchor>
      )}
    </li>
  );
}
