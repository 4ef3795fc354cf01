import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { askedGauge } from './asked-gauge.ts';

/** Measures the file system of the data folder, which holds files and the embedded database. */
export function measureDisk(registry: Registry, dataFolder: string): void {
  const free = {
    name: 'data_folder_free_bytes',
    help: 'Free space of the data folder’s file system',
  };
  registry.registerMetric(
    askedGauge(free, async () => {
      const { bavail, bsize } = await statfs(dataFolder);
      return [{ value: bavail * bsize }];
    }),
  );
  const size = {
    name: 'data_folder_size_bytes',
    help: 'Size of the data folder’s file system',
  };
  registry.registerMetric(
    askedGauge(size, async () => {
      const { blocks, bsize } = await statfs(dataFolder);
      return [{ value: blocks * bsize }];
    }),
  );
}
