import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type AuditFilter, exportAuditLines, listAuditLines } from '@vlabs/contract/audit/audit';
import { messageOf } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { download } from '../platform/files/download.ts';
import { saveFile } from '../ui/save-file.ts';
import { toastError } from '../ui/toast.ts';

export type AuditQuery = Partial<AuditFilter>;

export function useAuditLines(filter: AuditQuery, before: number | null) {
  const query = { ...filter, ...(before !== null && { before }) };
  return useQuery({
    ...queryOf(listAuditLines, { query }),
    placeholderData: keepPreviousData,
  });
}

/** Exports all matching lines. */
export function useAuditExport(filter: AuditQuery) {
  return useMutation({
    mutationFn: () => {
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(filter)) {
        if (value !== undefined) asked.set(name, value);
      }
      return download(`${exportAuditLines.path}?${asked}`);
    },
    onSuccess: (file) => saveFile(file.name, file.contents, file.contents.type),
    onError: (error) => toastError(messageOf(error)),
  });
}
