import type { WindowSize } from '@vlabs/contract/running/live-runs';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { darkColors, lightColors } from './terminal-colors.ts';
import { wrapWords } from './wrap-words.ts';
import { passOverHarm, usualModes, usualScreen } from './terminal-safety.ts';

/** Lines that stay after they have left the screen. */
export const keptLines = 5000;
const fontSize = 14;
/** Long enough to find Tab after Escape. */
const leavingMs = 2000;
/** As much at a time as one message to the server may hold, with room to spare. */
const typedAtOnce = 16_384;
/** Home, and nothing below; what is erased so does not move up among the kept lines. */
const emptyScreen = '\u001b[H\u001b[J';

interface ScreenListeners {
  onType: (text: string) => void;
  onResize: (window: WindowSize) => void;
}

/** xterm with what a student's program may and may not do to it. */
export class TerminalScreen {
  readonly #terminal = new Terminal({
    scrollback: keptLines,
    fontSize,
    fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
    lineHeight: 1.25,
    minimumContrastRatio: 4.5,
    disableStdin: true,
    // Links in the output are text: a program of a stranger may write any.
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
    this.#terminal.open(parent);
    this.#terminal.textarea?.setAttribute('aria-label', 'Terminal input');
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForProgram(event));
    this.#terminal.onData((text) => this.#type(text));
    this.#terminal.onResize(({ cols, rows }) => this.#listeners?.onResize({ columns: cols, rows }));
    this.#resized = new ResizeObserver(() => this.#fill());
    this.#resized.observe(parent);
    this.say('Run your program here, and answer it while it runs.');
    void document.fonts.ready.then(() => this.#fill());
  }

  get window(): WindowSize {
    const { cols, rows } = this.#terminal;
    return { columns: Math.max(2, cols), rows: Math.max(1, rows) };
  }

  /** The first lines of what was printed are gone. */
  get hasLostLines(): boolean {
    const { normal } = this.#terminal.buffer;
    return normal.length >= keptLines + this.#terminal.rows;
  }

  /** An empty screen for a program, and where to send what is typed. */
  begin(listeners: ScreenListeners): void {
    this.#isWaiting = false;
    this.#terminal.reset();
    this.#terminal.options.disableStdin = false;
    this.#listeners = listeners;
    this.#fill();
    this.#terminal.focus();
  }

  /** @param onShown called when it stands on the screen */
  print(bytes: Uint8Array, onShown: () => void): void {
    this.#terminal.write(bytes, onShown);
  }

  /** The program is gone: what it did to the terminal is undone, and what is typed goes nowhere. */
  end(notice: string): void {
    this.#listeners = null;
    this.#terminal.options.disableStdin = true;
    this.#afterOutput(() => {
      this.#terminal.write(usualModes);
      // On the usual screen it would send the cursor back to where it once was.
      if (this.#terminal.buffer.active.type === 'alternate') this.#terminal.write(usualScreen);
      this.say(notice);
    });
  }

  /** A line of ours, told from the program's by its place and colour. */
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

  /** What was printed stands on the screen only some time after it was handed over. */
  #afterOutput(then: () => void): void {
    this.#terminal.write('', then);
  }

  /** In place of what was said of the wait before; nothing is printed meanwhile. */
  wait(notice: string): void {
    this.#isWaiting = true;
    this.#terminal.write(`${emptyScreen}${this.#asNotice(notice)}`);
  }

  /** The program begins on an empty screen. */
  endWait(): void {
    if (this.#isWaiting) this.#terminal.write(emptyScreen);
    this.#isWaiting = false;
  }

  /** What a compiler said, which comes with the line ends of a file. */
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
    this.#terminal.options.theme = isDark ? darkColors : lightColors;
  }

  setScreenReader(isOn: boolean): void {
    this.#terminal.options.screenReaderMode = isOn;
  }

  close(): void {
    this.#resized.disconnect();
    this.#terminal.dispose();
  }

  /** Out of sight it has no size, and keeps the one that it had. */
  #fill(): void {
    if (this.#parent.clientWidth > 0 && this.#parent.clientHeight > 0) this.#fit.fit();
  }

  #type(text: string): void {
    for (let start = 0; start < text.length; start += typedAtOnce) {
      this.#listeners?.onType(text.slice(start, start + typedAtOnce));
    }
  }

  /** False leaves the key to the browser. */
  #isForProgram(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return true;
    if (event.key === 'Escape') this.#leavesUntil = performance.now() + leavingMs;
    if (event.key === 'Tab') {
      return this.#listeners !== null && performance.now() > this.#leavesUntil;
    }
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isCommand) return true;
    const key = event.key.toLowerCase();
    // Pasting is the browser's; copying is too, where something is chosen that could be copied.
    return !(key === 'v' || (key === 'c' && this.#terminal.hasSelection()));
  }
}
