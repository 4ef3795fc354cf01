const formatted = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'short',
  hour12: true,
});

/** `16 Nov 2026, 4:05 PM`, in Indian Standard Time, with a non-breaking space. */
export const formatKolkataMoment = (moment: Date): string => withCapitals(formatted.format(moment));

/** AM or PM in capitals, with a non-breaking space. */
export const withCapitals = (text: string): string =>
  text.replace(/\s([ap]m)$/, (half) => `\u00A0${half.trim().toUpperCase()}`);
