/** Where the key of a question is corrected. */
export const keyPath = (uniqueId: string, number: number): string =>
  `/admin/dashboard/performance/${uniqueId}/questions/${number}`;
