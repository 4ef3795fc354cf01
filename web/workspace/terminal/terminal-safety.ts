import type { IDisposable, Terminal } from '@xterm/xterm';

/** More repetitions than any screen has room for; a program that asks for millions would stop the page. */
const maxRepetitions = 4096;
/**
 * Sequences whose first number says how often: repeat a character, scroll up and down, insert and delete
 * lines and characters, erase characters, jump tabs.
 */
const repeating = ['b', 'S', 'T', 'L', 'M', '@', 'P', 'X', 'I', 'Z'];
/**
 * Commands to the window around the terminal: its title and icon, links that say one address and open
 * another, colours in which nothing can be read, the clipboard, working folders, notifications.
 */
const windowCommands = [0, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 50, 52, 104, 110, 111, 112, 777, 1337];

/** A program's output is a stranger's: what could harm the page, or the person before it, is passed over. */
export function passOverHarm(terminal: Terminal): IDisposable[] {
  const { parser } = terminal;
  const commands = windowCommands.map((id) => parser.registerOscHandler(id, () => true));
  const repetitions = repeating.map((final) =>
    parser.registerCsiHandler({ final }, (parameters) => {
      const [first = 0] = parameters;
      return typeof first !== 'number' || first > maxRepetitions;
    }),
  );
  return [...commands, ...repetitions];
}

/** Leaves the second screen, on which editors draw. */
export const usualScreen = '\u001b[?1049l';

/**
 * Gives the terminal back as it was: characters as they are, no mouse and no bracketed paste reported, the
 * cursor shown.
 */
export const usualModes = [
  '\u001b[!p',
  '\u001b(B',
  '\u001b[?9l\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1004l\u001b[?1005l\u001b[?1006l\u001b[?1015l',
  '\u001b[?2004l',
  '\u001b[?25h',
  '\u001b[0m',
].join('');
