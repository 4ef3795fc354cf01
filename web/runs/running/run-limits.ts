import { wallTimeMsOf } from '@vlabs/contract/runs/test-case';

/** Limits of each input; null for the usual ones. */
export interface RunLimits {
  seconds: number | null;
  megabytes: number | null;
}

/** As a request for a run has them. */
export const limitFields = ({ seconds, megabytes }: RunLimits) => ({
  ...(seconds !== null && {
    cpu_time_limit: seconds,
    wall_time_limit: wallTimeMsOf(seconds * 1000) / 1000,
  }),
  ...(megabytes !== null && { memory_limit: Math.round(megabytes * 1024) }),
});
