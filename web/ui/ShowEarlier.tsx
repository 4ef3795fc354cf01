import { Button, Group, Text } from '@mantine/core';

interface ShowEarlierProps {
  /** What TanStack Query tells of a list that comes page by page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** Which are shown, in a sentence. */
  children: string;
  /** Of the button, where later pages do not hold what is earlier. */
  label?: string | undefined;
}

/** Says which of a list are shown, and brings the next page of it; nothing where there is none. */
export function ShowEarlier({ query, children, label = 'Show earlier ones' }: ShowEarlierProps) {
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
