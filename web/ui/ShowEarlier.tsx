import { Button, Group, Text } from '@mantine/core';

interface ShowEarlierProps {
  /** The infinite query of the list. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Tells which part is shown. */
  children: string;
  /** Label of the button, if later pages do not hold earlier items. */
  label?: string | undefined;
}

/** Tells which part of a list is shown and loads the next page. Nothing if there is none. */
export function ShowEarlier({ query, children, label = 'Show earlier' }: ShowEarlierProps) {
  if (!query.hasNextPage) return null;
  return (
    <Group mt="md">
      <Text c="dimmed">{children}</Text>
      <Button
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </Group>
  );
}
