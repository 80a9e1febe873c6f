/** How much text the sanitiser keeps where a field does not say otherwise (spec §5). */
export const TEXT_CHARS_MAX = 1000;

/** How many layers of text wrapped in itself (`<scr<script>ipt>`) are peeled off before the signs themselves go. */
const PASSES_MAX = 8;

/** Controls but tab and newline, lone surrogates, and the marks that turn the reading direction of what follows. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Surrogate}\u202a-\u202e\u2066-\u2069]+/gu;

const SCRIPT_PREFIX =
  /(?:j[\t\n]*a[\t\n]*v[\t\n]*a|v[\t\n]*b)[\t\n]*s[\t\n]*c[\t\n]*r[\t\n]*i[\t\n]*p[\t\n]*t[\t\n]*:/gi;

/** `onclick=…` with its value. The words of plain English that look the same (`online = …`) stay. */
const EVENT_ATTRIBUTE =
  /(?<![\p{L}\p{N}_])on(?!(?:line|ion|going|board|site|stage)\b)[a-z]{3,}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]*)/giu;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * The sanitiser of spec §5 for text that people type: trimmed, at most `max` UTF-16 units without splitting a visible
 * character, without script and iframe blocks, `javascript:` and `vbscript:` prefixes and inline event attributes.
 * Controls (not tab and newline), lone surrogates and direction overrides go as well. Linear in the input's length.
 */
export function cleanText(raw: string, max: number = TEXT_CHARS_MAX): string {
  let text = raw.replace(/\r\n?/g, "\n").replace(FORBIDDEN, "");
  for (let pass = 0; ; pass++) {
    const stripped = stripEvents(
      stripBlocks(stripBlocks(text, "script"), "iframe").replace(SCRIPT_PREFIX, ""),
    );
    if (stripped === text) break;
    // Nobody wraps text in itself this often but to keep the sanitiser busy.
    text = pass < PASSES_MAX ? stripped : stripped.replace(/[<>:=]/g, "");
  }
  return cutGraphemes(text.trim(), max).trimEnd();
}

/** Removes `<tag …>…</tag>`; of a block that is opened and never closed, or closed and never opened, the tag alone. */
function stripBlocks(text: string, tag: "script" | "iframe"): string {
  const opening = new RegExp(`<${tag}\\b[^<>]*>?`, "gi");
  const closing = new RegExp(`</${tag}\\b[^<>]*>?`, "gi");
  let kept = "";
  let from = 0;
  let closes = true;
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    kept += text.slice(from, open.index);
    from = opening.lastIndex;
    closing.lastIndex = from;
    // Looking for an end that is not there once is enough: twice would make the time grow with the square.
    closes &&= closing.exec(text) !== null;
    if (closes) from = closing.lastIndex;
    opening.lastIndex = from;
  }
  return (kept + text.slice(from)).replace(closing, "");
}

function stripEvents(text: string): string {
  return text.includes("=") ? text.replace(EVENT_ATTRIBUTE, "") : text;
}

/** Cuts before the visible character that would pass `max`; one that alone is longer is cut between code points. */
function cutGraphemes(text: string, max: number): string {
  if (text.length <= max) return text;
  const GRAPHEME_CHARS_MAX = 64;
  const start = segmenter.segment(text.slice(0, max + GRAPHEME_CHARS_MAX)).containing(max)?.index ?? max;
  return max - start <= GRAPHEME_CHARS_MAX && start > 0 ? text.slice(0, start) : cutChars(text, max);
}

/** Cuts to `max` UTF-16 units without leaving half of a surrogate pair behind. */
export function cutChars(text: string, max: number): string {
  const cut = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** True for text with nothing to see: white space, zero-width and other characters without a shape. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
}

/** One or two visible characters that stand for a name where there is no picture; `?` for a blank one. */
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
  // Segmenting is slow, and two ASCII characters never belong together.
  const isPlain = /^[!-~](?:[!-~]|$)/.test(word);
  const letter = isPlain ? word.charAt(0) : (segmenter.segment(word).containing(0)?.segment ?? "");
  const upper = letter.toUpperCase();
  // "ß" would become two letters.
  return upper.length === letter.length ? upper : letter;
}
