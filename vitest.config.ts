import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,runner,web,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/test-cluster.ts'],
    // Real compilers and databases share the machine's cores with each other.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
