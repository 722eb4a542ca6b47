/**
 * A pasted command line, taken apart as the shell would that it was copied for, without being one: nothing is expanded and nothing run. What a
 * shell would replace (`$HOME`, `$(date)`, backquotes) is reported, because its text would be sent as it stands.
 */

export interface ShellCommand {
  readonly words: readonly string[];
}

export interface ShellLine {
  /** Separated by line ends, `;`, `&`, `&&`, `||`. */
  readonly commands: readonly ShellCommand[];
  readonly problem: ShellProblem | null;
}

/** `open-quote`: it is not closed. `expansion`: something a shell would replace. */
export interface ShellProblem {
  readonly kind: 'open-quote' | 'expansion';
  readonly text: string;
}

/** For cmd of Windows browsers write carets before everything that cmd would read: the first quote is `^"`, or lines end with a caret. */
function isForCmd(text: string): boolean {
  return /^[^'"]*\^"/.test(text) || /\s\^\r?\n\s*--?\w/.test(text);
}

export function splitShellLine(text: string): ShellLine {
  return isForCmd(text) ? new CmdSplitter(text).split() : new PosixSplitter(text).split();
}

abstract class Splitter {
  protected readonly text: string;
  protected at = 0;
  protected problem: ShellProblem | null = null;
  readonly #commands: ShellCommand[] = [];
  #words: string[] = [];
  #word: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  split(): ShellLine {
    while (this.at < this.text.length && this.problem === null) this.step();
    this.endCommand();
    return { commands: this.#commands, problem: this.problem };
  }

  /** Reads on by at least one character. */
  protected abstract step(): void;

  protected add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  protected get isInWord(): boolean {
    return this.#word !== null;
  }

  protected endWord(): void {
    if (this.#word !== null) this.#words.push(this.#word);
    this.#word = null;
  }

  protected endCommand(): void {
    this.endWord();
    if (this.#words.length > 0) this.#commands.push({ words: this.#words });
    this.#words = [];
  }

  /** The match of a sticky pattern here, and reads it. */
  protected take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }
}

const BLANK = /[ \t]+/y;
const CONTINUED = /\\\r?\n/y;
const END = /(?:&&|\|\||[;&\r\n])+/y;
/** What follows belongs to other programs: `| jq .`, `> file`. */
const ELSEWHERE = /(?:\||\d*[<>])[^\n]*/y;
const COMMENT = /#[^\n]*/y;
const SINGLE = /'([^']*)'/y;
const ANSI = /\$'((?:[^'\\]|\\[\s\S])*)'/y;
const DOUBLE_OPEN = /\$?"/y;
const IN_DOUBLE = /[^"\\$`]+/y;
const EXPANSION = /`|\$[\w({!@#?*$-]/y;
const PLAIN = /[^ \t\r\n\\'"$`;&|<>]+/y;
/** A line break that is escaped is none; before other characters a backslash in double quotes stands for itself. */
const ESCAPED_IN_DOUBLE = /\\([\\"$`]|\r?\n)/y;

/** bash, zsh, sh. */
class PosixSplitter extends Splitter {
  protected step(): void {
    if (this.take(BLANK) !== null) this.endWord();
    else if (this.take(CONTINUED) !== null) return;
    else if (this.take(END) !== null) this.endCommand();
    else if (this.take(ELSEWHERE) !== null) this.endWord();
    else if (!this.isInWord && this.take(COMMENT) !== null) return;
    else this.#part();
  }

  #part(): void {
    const single = this.take(SINGLE);
    const ansi = single === null ? this.take(ANSI) : null;
    const character = this.text[this.at];
    if (single !== null) this.add(single[1]!);
    else if (ansi !== null) this.add(unescapeAnsi(ansi[1]!));
    else if (this.take(DOUBLE_OPEN) !== null) this.#double();
    else if (character === "'" || this.text.startsWith("$'", this.at)) this.#fail('open-quote', this.at);
    else if (this.#expands()) this.#fail('expansion', this.at);
    else this.#plain();
  }

  /** Behind a backslash any character stands for itself. */
  #plain(): void {
    const isEscaped = this.text[this.at] === '\\';
    if (isEscaped) this.at++;
    const plain = isEscaped ? null : this.take(PLAIN);
    this.add(plain?.[0] ?? this.text.slice(this.at, this.at + 1));
    if (plain === null) this.at++;
  }

  /** Up to the closing quote. */
  #double(): void {
    const from = this.at - 1;
    this.add('');
    while (this.problem === null) {
      this.add(this.take(IN_DOUBLE)?.[0] ?? '');
      const character = this.text[this.at];
      const escaped = this.take(ESCAPED_IN_DOUBLE);
      if (escaped !== null) {
        this.add(escaped[1]!.endsWith('\n') ? '' : escaped[1]!);
      } else if (character === undefined) {
        this.#fail('open-quote', from);
      } else if (this.#expands()) {
        this.#fail('expansion', this.at);
      } else {
        this.at++;
        if (character === '"') return;
        this.add(character);
      }
    }
  }

  #expands(): boolean {
    EXPANSION.lastIndex = this.at;
    return EXPANSION.test(this.text);
  }

  #fail(kind: ShellProblem['kind'], from: number): void {
    this.problem = { kind, text: this.text.slice(from, from + 40) };
  }
}

const ANSI_ESCAPE = /\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|x([\da-fA-F]{1,2})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g;
const ANSI_CHARACTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** `$'...'`: as browsers copy texts with quotes, line ends or characters outside ASCII. `\xe2\x82\xac` is bytes of UTF-8. */
function unescapeAnsi(text: string): string {
  // Bytes stand as characters U+F700 to U+F7FF until all are known: those next to each other make one character of UTF-8.
  const unescaped = text.replace(
    ANSI_ESCAPE,
    (all, short?: string, long?: string, hex?: string, octal?: string, control?: string, other?: string) => {
      const code = short ?? long;
      if (code !== undefined) return codePoint(Number.parseInt(code, 16));
      const byte = hex === undefined ? (octal === undefined ? null : Number.parseInt(octal, 8) & 0xff) : Number.parseInt(hex, 16);
      if (byte !== null) return byte < 0x80 ? String.fromCharCode(byte) : String.fromCharCode(0xf700 + byte);
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
      return ANSI_CHARACTERS[other!] ?? (/['"\\?]/.test(other!) ? other! : all);
    },
  );
  return unescaped.replace(/[\uf780-\uf7ff]+/g, textOfBytes);
}

/** In UTF-8, as bash would make of them; Safari writes `\xe9` for the letter with that number. */
function textOfBytes(bytes: string): string {
  const codes = Uint8Array.from(bytes, (one) => one.charCodeAt(0) - 0xf700);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(codes);
  } catch {
    return Array.from(codes, (code) => String.fromCharCode(code)).join('');
  }
}

function codePoint(code: number): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd';
}

/**
 * cmd of Windows, as browsers write for it: a caret takes the meaning from the next character, and the program reads quotes and backslashes.
 * Chrome doubles every backslash, so two of them are one.
 */
class CmdSplitter extends Splitter {
  /** By `^"`, within which every caret means something, or by `"`. */
  #quoted: 'caret' | 'plain' | null = null;

  override split(): ShellLine {
    const line = super.split();
    return this.#quoted === null || line.problem !== null ? line : { ...line, problem: { kind: 'open-quote', text: this.text.slice(-40) } };
  }

  protected step(): void {
    // Behind a caret a line end continues the line; one of a text is written as a caret and two.
    if (this.#quoted !== 'plain' && this.take(CARET_LINE_END) !== null) {
      if (this.#quoted !== null) this.add('\n');
      return;
    }
    const isCaret = this.#isCaret();
    if (isCaret) this.at++;
    if (this.#backslashes()) return;
    const character = this.text[this.at++]!;
    if (character === '"') this.#quote(isCaret);
    else if (this.#quoted === null && (character === ' ' || character === '\t')) this.endWord();
    else if (this.#quoted === null && !isCaret && /[&|\r\n]/.test(character)) this.endCommand();
    else this.add(character);
  }

  /** Within `"` cmd reads no carets; those of earlier versions of Chrome stand there all the same, before whatever is no harmless character. */
  #isCaret(): boolean {
    const [next, before] = [this.text[this.at + 1], this.text[this.at - 1]];
    if (this.text[this.at] !== '^' || next === undefined) return false;
    return this.#quoted !== 'plain' || before === '%' || !HARMLESS.test(next);
  }

  #quote(isCaret: boolean): void {
    this.#quoted = this.#quoted !== null ? null : isCaret ? 'caret' : 'plain';
    this.add('');
  }

  /** `\"` is a quote, `\\"` a backslash and the end of the text. */
  #backslashes(): boolean {
    const match = this.take(BACKSLASHES);
    if (match === null) return false;
    const [, run, quote] = match;
    const count = run!.replaceAll('^', '').length;
    this.add('\\'.repeat(quote === undefined ? Math.ceil(count / 2) : Math.floor(count / 2)));
    if (quote === undefined) return true;
    if (count % 2 === 1) this.add('"');
    else this.#quote(quote.startsWith('^'));
    return true;
  }
}

const HARMLESS = /[a-zA-Z0-9\s_\-:=+~'/.,?;()*`&]/;
const CARET_LINE_END = /\^\r?\n(?:\r?\n)?/y;
const BACKSLASHES = /(\\(?:\^?\\)*)(\^?")?/y;
