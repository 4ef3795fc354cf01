import { formatKolkataMoment } from '@vlabs/contract/text/kolkata-words';

interface NewDevice {
  at: Date;
  /** Such as `Firefox on Windows`. */
  browser: string;
  address: string;
  method: string;
  /** The page that ends sessions and changes the password. */
  page: string;
}

export function newDeviceText({ at, browser, address, method, page }: NewDevice) {
  const facts = [
    `Time:           ${formatKolkataMoment(at)} (Indian Standard Time)`,
    `Browser:        ${onOneLine(browser)}`,
    `Address:        ${address}`,
    `Signed in with: ${method}`,
  ];
  const paragraphs = [
    'Somebody signed in to your account at V-labs from a browser and network that you have not used for 90 days:',
    facts.join('\n'),
    'If that was you, there is nothing to do.',
    'If that was not you, open this page, end that session, and change your password:',
    page,
  ];
  return {
    subject: 'New sign-in to your account at V-labs',
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

/** The person who signs in can send any name of a browser. */
const onOneLine = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} .,()_-]/gu, '').slice(0, 60);
