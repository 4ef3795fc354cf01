/** VLABS_METRICS_TOKEN of test servers. */
export const METRICS_TOKEN = 'the-token-of-the-metrics-in-tests';

/** The headers of a scraper. */
export const scrape = {
  url: '/metrics',
  headers: { authorization: `Bearer ${METRICS_TOKEN}` },
};
