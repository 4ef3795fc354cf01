import { EmailAddress } from '@vlabs/contract/auth/auth';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { isLoopback } from '../platform/connections/addresses.ts';

export type MailSettings = NonNullable<Config['mail']>;

const CONNECT_MS = 15_000;
const GREETING_MS = 15_000;
/** Without a byte from the mail server. */
const SILENCE_MS = 30_000;
/** For the whole mail, however slowly the mail server replies. */
const WHOLE_MS = 60_000;
const MAX_REPLY = 200;

export type Outcome =
  | { is: 'sent' }
  /** The mail server will not take this mail for this address. */
  | { is: 'refused'; reply: string }
  /** Nothing is wrong with the address. */
  | { is: 'later'; reply: string };

interface Letter {
  id: string;
  address: string;
  subject: string;
  text: string;
  unsubscribeUrl: string | null;
}

/** Hands a mail to the mail server; never throws. The package is loaded with the first mail. */
export async function handOver(settings: MailSettings, letter: Letter): Promise<Outcome> {
  const address = EmailAddress.safeParse(letter.address);
  if (!address.success) return { is: 'refused', reply: 'The address is no email address.' };
  try {
    const { createTransport } = await import('nodemailer');
    await createTransport(connectionOf(settings)).sendMail({
      // Addresses as texts would be parsed, and may then name further recipients.
      from: { name: 'V-labs', address: settings.from },
      to: { name: '', address: address.data },
      envelope: { from: settings.from, to: [address.data] },
      subject: letter.subject,
      text: letter.text,
      messageId: `<${letter.id}@${settings.messageHost}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...headersToEnd(letter) },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(WHOLE_MS),
    });
    return { is: 'sent' };
  } catch (error) {
    return outcomeOf(error, address.data);
  }
}

const headersToEnd = ({ unsubscribeUrl }: Letter) =>
  unsubscribeUrl === null
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

function connectionOf({ url }: MailSettings) {
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  const isHere = isLoopback(host);
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    // A mail server on this machine often has a certificate that nobody has signed.
    ignoreTLS: isHere && !isSecure,
    requireTLS: !isHere && user !== '',
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
  };
}

const SmtpFailure = z.object({
  message: z.string(),
  responseCode: z.int().optional(),
  command: z.string().optional(),
});
/** Replies to these are about the mail. */
const OF_THE_MAIL = new Set(['RCPT TO', 'DATA']);

function outcomeOf(error: unknown, address: string): Outcome {
  const read = SmtpFailure.safeParse(error);
  if (!read.success) return { is: 'later', reply: String(error).slice(0, MAX_REPLY) };
  const { message, responseCode = 0, command = '' } = read.data;
  const reply = message.replaceAll(address, 'the address').slice(0, MAX_REPLY);
  return { is: responseCode >= 500 && OF_THE_MAIL.has(command) ? 'refused' : 'later', reply };
}
