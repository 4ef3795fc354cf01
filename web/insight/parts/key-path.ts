/** The path of the page that corrects a question's key. */
export const keyPath = (uniqueId: string, number: number): string =>
  `/admin/dashboard/performance/${uniqueId}/questions/${number}`;
