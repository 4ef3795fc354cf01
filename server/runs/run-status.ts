import { statuses } from '@vlabs/contract/running/judge0';

/** The displayed status of a run. */
export function describeStatus(id: number) {
  const status = statuses.find((candidate) => candidate.id === id);
  if (!status) throw new Error(`There is no status ${id}.`);
  return { id: status.id, description: status.description };
}
