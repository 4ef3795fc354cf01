import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/**
 * The accent colour, a deep teal. Shade 7 is the fill in light mode, shade 6 in dark mode; white
 * text has enough contrast on both.
 */
const lagoon = [
  '#e9f7f6',
  '#d0edeb',
  '#a5dbd8',
  '#74c7c3',
  '#4ab3ae',
  '#2a9d98',
  '#15827e',
  '#0e6e6b',
  '#0a5a58',
  '#074543',
] as const;

const slate = [
  '#dbe0e4',
  '#bac2c9',
  '#96a0a8',
  '#66717a',
  '#434c54',
  '#333b42',
  '#242a2f',
  '#191e22',
  '#13171a',
  '#0d1012',
] as const;

/** Before the system's fonts, which may draw empty boxes for these letters. */
const indicScripts = "'Devanagari', 'Odia'";
const systemSans = `'Inter Fallback', ${indicScripts}, system-ui, sans-serif`;
export const monospace = `'JetBrains Mono Variable', ${indicScripts}, ui-monospace, monospace`;

export const theme = createTheme({
  colors: { lagoon, dark: slate },
  primaryColor: 'lagoon',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: `'Inter Variable', ${systemSans}`,
  fontFamilyMonospace: monospace,
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Notification: {
      defaultProps: {
        withBorder: true,
        closeButtonProps: { 'aria-label': 'Close the message' },
      },
    },
    // Labels keep their case.
    Badge: { defaultProps: { tt: 'none' } },
    // The asterisk of required fields comes from CSS, so it is not part of the label.
    InputWrapper: { defaultProps: { withAsterisk: false } },
  },
});

/** Mantine's own greys and reds for text have a contrast below 4.5:1. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b2226',
    '--mantine-color-dimmed': '#55616a',
    '--mantine-color-placeholder': '#626e77',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#d5dbdf',
    '--vlabs-canvas': '#f6f8f9',
    '--vlabs-field-border': '#84909a',
    '--vlabs-focus': '#0e6e6b',
  },
  dark: {
    '--mantine-color-dimmed': '#a4aeb6',
    '--mantine-color-placeholder': '#96a0a8',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-default-border': '#333b42',
    '--vlabs-canvas': '#13171a',
    '--vlabs-field-border': '#75808a',
    '--vlabs-focus': '#4ab3ae',
  },
});
