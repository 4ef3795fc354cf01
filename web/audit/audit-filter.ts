import { AuditAction } from '@vlabs/contract/http/audit-actions';
import type { AuditQuery } from './use-audit-log.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads the filter in the address; unknown values are ignored. */
export function readAuditFilter(address: URLSearchParams): AuditQuery {
  const action = AuditAction.safeParse(address.get('action')).data;
  const day = (name: string) => {
    const text = address.get(name) ?? '';
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const [from, to] = [day('from'), day('to')];
  const search = (address.get('q') ?? '').trim();
  const person = (address.get('person') ?? '').trim();
  return {
    ...(search !== '' && { search: search.slice(0, 200) }),
    ...(person !== '' && { person: person.slice(0, 64) }),
    ...(action && { action }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** Only lines older than this one; null for the newest. */
export function readBefore(address: URLSearchParams): number | null {
  const before = Number(address.get('before') ?? '');
  return Number.isSafeInteger(before) && before > 0 ? before : null;
}
