/** The sanitizer's limit unless a field sets its own (spec §5). */
export const TEXT_CHARS_MAX = 1000;

/** Layers of self-wrapped text (`<scr<script>ipt>`) to peel off before characters are removed. */
const PASSES_MAX = 8;

/**
 * Controls except tab and newline, lone surrogates, and the marks that change the reading direction of the
 * text after them.
 */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Surrogate}\u202a-\u202e\u2066-\u2069]+/gu;

const SCRIPT_PREFIX =
  /(?:j[\t\n]*a[\t\n]*v[\t\n]*a|v[\t\n]*b)[\t\n]*s[\t\n]*c[\t\n]*r[\t\n]*i[\t\n]*p[\t\n]*t[\t\n]*:/gi;

/** `onclick=…` with its value. Plain English that looks similar (`online = …`) stays. */
const EVENT_ATTRIBUTE =
  /(?<![\p{L}\p{N}_])on(?!(?:line|ion|going|board|site|stage)\b)[a-z]{3,}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]*)/giu;

/**
 * Returns `text.slice(0, max)` in a normal form. Normalization takes time quadratic in the number of
 * consecutive marks, so a long text full of them would block the process for minutes.
 */
export function normalStart(text: string, form: "NFC" | "NFKD", max: number): string {
  return text.slice(0, max).normalize(form);
}

let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text into visible characters. The segmenter is created on first use, because most pages never need
 * it and browsers take a while to set it up.
 */
export function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/**
 * The sanitizer of spec §5 for text that people type. The result is trimmed, at most `max` UTF-16 units long
 * without splitting a visible character, and free of script and iframe blocks, `javascript:` and `vbscript:`
 * prefixes, and inline event attributes. Controls (except tab and newline), lone surrogates, and direction
 * overrides are removed too. Linear in the length of the input.
 */
export function cleanText(raw: string, max: number = TEXT_CHARS_MAX): string {
  let text = raw.replace(/\r\n?/g, "\n").replace(FORBIDDEN, "");
  for (let pass = 0; ; pass++) {
    const stripped = stripEvents(
      stripBlocks(stripBlocks(text, SCRIPT_BLOCK), IFRAME_BLOCK).replace(SCRIPT_PREFIX, ""),
    );
    if (stripped === text) break;
    // Only an attempt to keep the sanitizer busy nests this deep.
    text = pass < PASSES_MAX ? stripped : stripped.replace(/[<>:=]/g, "");
  }
  return cutGraphemes(text.trim(), max).trimEnd();
}

type Block = [opening: RegExp, closing: RegExp];
const SCRIPT_BLOCK: Block = [/<script\b[^<>]*>?/gi, /<\/script\b[^<>]*>?/gi];
const IFRAME_BLOCK: Block = [/<iframe\b[^<>]*>?/gi, /<\/iframe\b[^<>]*>?/gi];

/**
 * Removes `<tag …>…</tag>`. If a block is opened but never closed, or closed but never opened, only the tag
 * goes.
 */
function stripBlocks(text: string, [opening, closing]: Readonly<Block>): string {
  opening.lastIndex = 0;
  let kept = "";
  let from = 0;
  let closes = true;
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    kept += text.slice(from, open.index);
    from = opening.lastIndex;
    closing.lastIndex = from;
    // After one failed search for a closing tag, there's no point in repeating it, which would be quadratic.
    closes &&= closing.exec(text) !== null;
    if (closes) from = closing.lastIndex;
    opening.lastIndex = from;
  }
  return (kept + text.slice(from)).replace(closing, "");
}

function stripEvents(text: string): string {
  return text.includes("=") ? text.replace(EVENT_ATTRIBUTE, "") : text;
}

/**
 * Cuts before the visible character that would exceed `max`. If the first one alone is too long, cuts between
 * code points.
 */
function cutGraphemes(text: string, max: number): string {
  if (text.length <= max) return text;
  const GRAPHEME_CHARS_MAX = 64;
  const start = graphemes(text.slice(0, max + GRAPHEME_CHARS_MAX)).containing(max)?.index ?? max;
  return max - start <= GRAPHEME_CHARS_MAX && start > 0 ? text.slice(0, start) : cutChars(text, max);
}

export function cutChars(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Wraps a name for use inside a sentence, so that right-to-left names don't reorder the words around it. */
export function bidiIsolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Long enough for a name, and too short for a message to strangers. */
const MAILED_NAME_CHARS_MAX = 60;
/** Dots that make inboxes read words as a URL, and the prefixes of URLs. */
const URL_SCHEME = /[a-z]{2,10}:\/\/+/gi;
const URL_DOT = /(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]{2})/gu;

/**
 * Returns a name for use in e-mail to someone else, as text that no inbox turns into a link, so that a URL as
 * a name can't advertise. Empty if nothing is left of it.
 */
export function mailedName(name: string): string {
  const plain = name.replace(URL_SCHEME, "").replace(URL_DOT, " ").replace(/\s+/g, " ");
  return bidiIsolate(cutChars(plain.trim(), MAILED_NAME_CHARS_MAX).trim());
}

/** True for text with nothing to see: white space, zero-width, and other characters without a shape. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** Returns HTML or XML that reads as this text, between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Leaves out what nobody sees, line ends of other systems, and everything if there's nothing to see. */
export function visibleText(raw: string): string {
  const text = raw.replace(/\r\n?/g, "\n").replace(FORBIDDEN, "").trim();
  return isBlank(text) ? "" : text;
}

/** Returns one or two visible characters that stand in for a missing picture, or `?` if the name is blank. */
export function initials(name: string): string {
  const words = cleanText(name, 200)
    .split(/\s+/)
    .filter((word) => !isBlank(word));
  const spoken = words.map((word) => word.replace(/^[^\p{L}\p{N}]+/u, "")).filter((word) => word !== "");
  const first = spoken[0] ?? words[0];
  const last = spoken.length > 1 ? spoken.at(-1) : undefined;
  return first === undefined ? "?" : firstGrapheme(first) + (last === undefined ? "" : firstGrapheme(last));
}

function firstGrapheme(word: string): string {
  // Segmenting is slow, and two ASCII characters never form one visible character.
  const isPlain = /^[!-~](?:[!-~]|$)/.test(word);
  const letter = isPlain ? word.charAt(0) : (graphemes(word).containing(0)?.segment ?? "");
  const upper = letter.toUpperCase();
  // "ß" would become two letters.
  return upper.length === letter.length ? upper : letter;
}
