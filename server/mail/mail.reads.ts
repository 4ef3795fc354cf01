import type { Database } from '../platform/postgres/database.ts';

export interface NewMail {
  personId: string;
  address: string;
  /** What it is about. Sign-ins and digests wait behind the others. */
  kind: 'reset' | 'verify' | 'change' | 'notice' | 'sign-in' | 'digest';
  /** Not encrypted: contains no secret. */
  subject: string;
  text: string;
  /** Ends mails of this kind by one POST without a sign-in (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Sends the mail after the transaction's commit; does nothing if mail is not configured. */
export type SendMail = (db: Database, mail: NewMail) => Promise<void>;
