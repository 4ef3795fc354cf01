const IF_NOT_YOU = 'If you did not ask for this, do nothing: your account stays as it is.';

interface Text {
  subject: string;
  text: string;
}

const textOf = (subject: string, ...paragraphs: string[]): Text => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

export const resetText = (link: string): Text =>
  textOf(
    'Set a new password for V-labs',
    'Open this link to set a new password. It works once, and for an hour:',
    link,
    IF_NOT_YOU,
  );

export const noPasswordText = (loginPage: string): Text =>
  textOf(
    'Your account at V-labs has no password',
    'Somebody asked to set a new password for your account. It has none: you sign in with another account, such as that of your university. Use its button on this page:',
    loginPage,
    IF_NOT_YOU,
  );

export const verifyText = (link: string): Text =>
  textOf(
    'Confirm your email address for V-labs',
    'Open this link and press the button to confirm that this is your address. It works once, and for a day:',
    link,
    IF_NOT_YOU,
  );

export const changeText = (link: string): Text =>
  textOf(
    'Confirm your new email address for V-labs',
    'Open this link and press the button to use this address for your account. It works once, and for a day:',
    link,
    IF_NOT_YOU,
  );

export const passwordChangedText = (): Text =>
  textOf(
    'Your password for V-labs was changed',
    'The password of your account was set with a link that was mailed to you. All sessions have ended.',
    'If that was not you, ask your teacher or an admin to disable the account.',
  );

export const emailChangedText = (): Text =>
  textOf(
    'Your email address for V-labs was changed',
    'Your account has a new email address. Mails do not come to this one any more.',
    'If that was not you, change your password and ask an admin for help.',
  );
