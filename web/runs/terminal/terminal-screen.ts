import type { WindowSize } from '@vlabs/contract/runs/live-runs';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal, type IDisposable, type ITheme } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import './terminal-fonts.css';
import { monospace } from '../../ui/frame/theme.ts';
import { clusters } from './clusters.ts';
import { countCutLines, splitTyped } from './typed-text.ts';
import { wrapWords } from './wrap-words.ts';
import { passOverHarm, USUAL_MODES, USUAL_SCREEN } from './terminal-safety.ts';

/** xterm adjusts each colour for contrast, also for combinations that programs choose. */
const LIGHT_COLORS: ITheme = {
  background: '#ffffff',
  foreground: '#1b2226',
  cursor: '#0e6e6b',
  cursorAccent: '#ffffff',
  selectionBackground: '#a5dbd8',
  black: '#1b2226',
  red: '#b3261e',
  green: '#2a6f2b',
  yellow: '#7a5b00',
  blue: '#1f5fbf',
  magenta: '#8a3a9c',
  cyan: '#0e6e6b',
  white: '#55616a',
  brightBlack: '#55616a',
  brightRed: '#c9372c',
  brightGreen: '#3a7d3b',
  brightYellow: '#8a6a00',
  brightBlue: '#2f6fd0',
  brightMagenta: '#9c4cad',
  brightCyan: '#15827e',
  brightWhite: '#1b2226',
};

const DARK_COLORS: ITheme = {
  background: '#191e22',
  foreground: '#dbe0e4',
  cursor: '#4ab3ae',
  cursorAccent: '#191e22',
  selectionBackground: '#0a5a58',
  black: '#66717a',
  red: '#ff8a80',
  green: '#8bd48c',
  yellow: '#e6c35c',
  blue: '#8ab4f8',
  magenta: '#d7a6e6',
  cyan: '#74c7c3',
  white: '#dbe0e4',
  brightBlack: '#96a0a8',
  brightRed: '#ffaba4',
  brightGreen: '#a9e3aa',
  brightYellow: '#f0d68a',
  brightBlue: '#aecbfa',
  brightMagenta: '#e6c3f0',
  brightCyan: '#a5dbd8',
  brightWhite: '#ffffff',
};

const VIRAMA = /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]/u;

/**
 * xterm fits letters into their cells by letter spacing, which browsers also put between the consonants of a letter
 * such as स्त्री. Of those letters, the space goes behind instead.
 */
function keepConjunctsWhole(terminal: Terminal): IDisposable {
  return terminal.onRender(({ start, end }) => {
    const rows = terminal.element?.querySelector('.xterm-rows')?.children ?? [];
    for (const row of Array.from(rows).slice(start, end + 1)) {
      for (const span of row.children) moveSpace(span);
    }
  });
}

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function moveSpace(span: Element): void {
  const text = span.textContent;
  if (!(span instanceof HTMLElement) || !VIRAMA.test(text)) return;
  const space = Number.parseFloat(span.style.letterSpacing);
  if (Number.isNaN(space) || space === 0) return;
  const letters = Array.from(segments.segment(text)).length;
  span.style.marginRight = `${space * letters}px`;
  span.style.letterSpacing = '0';
}

/** Length of the scrollback. */
export const KEPT_LINES = 5000;
const FONT_SIZE = 14;
const FONTS = `'JetBrains Mono Variable', 'Narrow Devanagari', 'Narrow Odia', ${monospace}`;
/** Time to press Tab after Escape. */
const LEAVING_MS = 2000;
/** Below the size limit of one message to the server. */
const TYPED_AT_ONCE = 16_384;
/** Cursor home and erase below; text erased this way does not enter the scrollback. */
const EMPTY_SCREEN = '\u001b[H\u001b[J';

const LINE_CUT =
  'A line you pasted is longer than 4,095 bytes. A program that reads lines gets only its start from a terminal. Put long lines into User Input and press Execute.';

interface ScreenListeners {
  onType: (text: string) => void;
  onResize: (window: WindowSize) => void;
}

/** xterm, restricted in what a student's program may do to it. */
export class TerminalScreen {
  readonly #terminal = new Terminal({
    scrollback: KEPT_LINES,
    fontSize: FONT_SIZE,
    fontFamily: FONTS,
    lineHeight: 1.25,
    minimumContrastRatio: 4.5,
    disableStdin: true,
    // Widths of letters are still a proposed interface.
    allowProposedApi: true,
    // URLs in the output are not links: program output is untrusted.
    linkHandler: null,
  });
  readonly #fit = new FitAddon();
  readonly #parent: HTMLElement;
  readonly #resized: ResizeObserver;
  #listeners: ScreenListeners | null = null;
  #leavesUntil = 0;
  #isWaiting = false;

  constructor(parent: HTMLElement) {
    this.#parent = parent;
    this.#terminal.loadAddon(this.#fit);
    passOverHarm(this.#terminal);
    this.#terminal.unicode.register(clusters);
    this.#terminal.unicode.activeVersion = clusters.version;
    this.#terminal.open(parent);
    keepConjunctsWhole(this.#terminal);
    this.#terminal.textarea?.setAttribute('aria-label', 'Terminal input');
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForProgram(event));
    this.#terminal.onData((text) => this.#type(text));
    this.#terminal.onResize(({ cols, rows }) => this.#listeners?.onResize({ columns: cols, rows }));
    this.#resized = new ResizeObserver(() => this.#fill());
    this.#resized.observe(parent);
    this.say('Run your program here and type its input while it runs.');
    void document.fonts.ready.then(() => this.#fill());
    document.fonts.addEventListener('loadingdone', this.#measureAgain);
  }

  get window(): WindowSize {
    const { cols, rows } = this.#terminal;
    return { columns: Math.max(2, cols), rows: Math.max(1, rows) };
  }

  /** The first lines of the output were dropped. */
  get hasLostLines(): boolean {
    const { normal } = this.#terminal.buffer;
    return normal.length >= KEPT_LINES + this.#terminal.rows;
  }

  /** Clears the screen for a program and sets where typed text is sent. */
  begin(listeners: ScreenListeners): void {
    this.#isWaiting = false;
    this.#terminal.reset();
    this.#terminal.options.disableStdin = false;
    this.#listeners = listeners;
    this.#fill();
    this.#terminal.focus();
  }

  /** @param onShown called when the text is on the screen */
  print(bytes: Uint8Array, onShown: () => void): void {
    this.#terminal.write(bytes, onShown);
  }

  /** Ends the program's session: resets the terminal and stops sending typed text. */
  end(notice: string): void {
    this.#listeners = null;
    this.#terminal.options.disableStdin = true;
    this.#afterOutput(() => {
      this.#terminal.write(USUAL_MODES);
      // Outside the alternate screen this sequence would move the cursor to its saved position.
      if (this.#terminal.buffer.active.type === 'alternate') this.#terminal.write(USUAL_SCREEN);
      this.say(notice);
    });
  }

  /** Writes a notice, set apart from program output by position and colour. */
  say(notice: string): void {
    this.#afterOutput(() => {
      const isMidLine = this.#terminal.buffer.active.cursorX > 0;
      this.#terminal.write(`${isMidLine ? '\r\n' : ''}${this.#asNotice(notice)}`);
    });
  }

  #asNotice(notice: string): string {
    const lines = wrapWords(notice, this.#terminal.cols);
    return `\u001b[36m${lines.join('\r\n')}\u001b[0m\r\n`;
  }

  /** xterm writes asynchronously. */
  #afterOutput(then: () => void): void {
    this.#terminal.write('', then);
  }

  /** Replaces the previous waiting notice. The program prints nothing while it waits. */
  wait(notice: string): void {
    this.#isWaiting = true;
    this.#terminal.write(`${EMPTY_SCREEN}${this.#asNotice(notice)}`);
  }

  /** Clears the screen for the program. */
  endWait(): void {
    if (this.#isWaiting) this.#terminal.write(EMPTY_SCREEN);
    this.#isWaiting = false;
  }

  /** Writes compiler output, whose line ends are those of a file. */
  showText(text: string): void {
    this.#terminal.write(text.replaceAll('\u001b', '').replaceAll('\n', '\r\n'));
  }

  clear(): void {
    this.#terminal.clear();
  }

  focus(): void {
    this.#terminal.focus();
  }

  setDark(isDark: boolean): void {
    this.#terminal.options.theme = isDark ? DARK_COLORS : LIGHT_COLORS;
  }

  setScreenReader(isOn: boolean): void {
    this.#terminal.options.screenReaderMode = isOn;
  }

  close(): void {
    this.#resized.disconnect();
    document.fonts.removeEventListener('loadingdone', this.#measureAgain);
    this.#terminal.dispose();
  }

  /** xterm keeps the widths of letters until its font changes: those of a fallback would stay. */
  readonly #measureAgain = () => {
    const { options } = this.#terminal;
    options.fontFamily = options.fontFamily === FONTS ? `${FONTS}, monospace` : FONTS;
  };

  /** While hidden, the terminal has no size and keeps the last one. */
  #fill(): void {
    if (this.#parent.clientWidth > 0 && this.#parent.clientHeight > 0) this.#fit.fit();
  }

  #type(text: string): void {
    if (this.#listeners && countCutLines(text) > 0) this.say(LINE_CUT);
    for (const piece of splitTyped(text, TYPED_AT_ONCE)) this.#listeners?.onType(piece);
  }

  /** Returns false to leave the key to the browser. */
  #isForProgram(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return true;
    if (event.key === 'Escape') this.#leavesUntil = performance.now() + LEAVING_MS;
    if (event.key === 'Tab') {
      return this.#listeners !== null && performance.now() > this.#leavesUntil;
    }
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isCommand) return true;
    const key = event.key.toLowerCase();
    // Pasting is left to the browser, and so is copying if text is selected.
    return !(key === 'v' || (key === 'c' && this.#terminal.hasSelection()));
  }
}
