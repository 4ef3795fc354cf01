/** What the servers of the tests have as VLABS_METRICS_TOKEN. */
export const METRICS_TOKEN = 'the-token-of-the-metrics-in-tests';

/** How a scraper asks a server of the tests. */
export const scrape = {
  url: '/metrics',
  headers: { authorization: `Bearer ${METRICS_TOKEN}` },
};
