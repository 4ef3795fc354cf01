interface Listing {
  isError: boolean;
  hasNextPage: boolean;
}

/** What the counters of a list count. */
export function captionOf({ isError, hasNextPage }: Listing): string {
  if (isError) return 'Could not be loaded';
  return hasNextPage ? 'Of those listed' : 'Last updated today';
}
