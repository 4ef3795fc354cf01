import { Anchor, Button, Paper, Text, Title } from '@mantine/core';
import { IconExternalLink, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../ui/dates.ts';
import classes from './NewsList.module.css';
import { news, type NewsItem } from './news.ts';
import { shorten } from './shorten.ts';
import { useDrift } from './use-drift.ts';

/** News that moves slowly by; it rests under the pointer, under the focus, and for good when it is paused. */
export function NewsList() {
  const [isPaused, setIsPaused] = useState(false);
  const { viewport, canMove } = useDrift(isPaused);

  return (
    <Paper withBorder className={classes.board}>
      {canMove && (
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
      <ul ref={viewport} className={classes.items} data-moves={canMove}>
        {news.map((item) => (
          <Item key={item.title} item={item} />
        ))}
      </ul>
    </Paper>
  );
}

function Item({ item }: { item: NewsItem }) {
  return (
    <li className={classes.item}>
      <Title order={2}>{item.title}</Title>
      <Text size="sm" c="dimmed" mt={4}>
        Posted on <time dateTime={item.postedDate}>{formatDay(item.postedDate)}</time>
      </Text>
      <Text mt="xs">{shorten(item.desc)}</Text>
      <Anchor
        className={classes.more ?? ''}
        href={item.url}
        target="_blank"
        rel="noopener"
        aria-label={`Read more: ${item.title} (opens in a new tab)`}
      >
        Read more
        <IconExternalLink size={16} aria-hidden />
      </Anchor>
    </li>
  );
}
