import type { IDisposable, Terminal } from '@xterm/xterm';

/**
 * More repetitions than a screen can show. Programs that request millions would freeze the page.
 */
const MAX_REPETITIONS = 4096;
/**
 * Control sequences whose first parameter is a count: repeat a character, scroll, insert and
 * delete lines and characters, erase characters, jump tabs.
 */
const REPEATING = ['b', 'S', 'T', 'L', 'M', '@', 'P', 'X', 'I', 'Z'];
/**
 * OSC commands that reach outside the screen: title and icon, links whose text differs from their
 * address, unreadable colours, clipboard, working directory, notifications.
 */
const WINDOW_COMMANDS = [0, 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 50, 52, 104, 110, 111, 112, 777, 1337];

/**
 * Program output is untrusted: sequences that could harm the page or deceive the user are ignored.
 */
export function passOverHarm(terminal: Terminal): IDisposable[] {
  const { parser } = terminal;
  const commands = WINDOW_COMMANDS.map((id) => parser.registerOscHandler(id, () => true));
  const repetitions = REPEATING.map((final) =>
    parser.registerCsiHandler({ final }, (parameters) => {
      const [first = 0] = parameters;
      return typeof first !== 'number' || first > MAX_REPETITIONS;
    }),
  );
  return [...commands, ...repetitions];
}

/** Leaves the alternate screen. */
export const USUAL_SCREEN = '\u001b[?1049l';

/**
 * Resets the terminal: default character set, no mouse or bracketed-paste reporting, cursor
 * visible.
 */
export const USUAL_MODES = [
  '\u001b[!p',
  '\u001b(B',
  '\u001b[?9l\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1004l\u001b[?1005l\u001b[?1006l\u001b[?1015l',
  '\u001b[?2004l',
  '\u001b[?25h',
  '\u001b[0m',
].join('');
