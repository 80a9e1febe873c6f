/* Allowed types of attachments, detected by their content, because names can claim anything. */
import { normalStart } from "#src/lib/text.ts";
import { zipNames } from "./zip-names.ts";

/** File types with their possible extensions, the usual one first. */
const KINDS = {
  pdf: { type: "application/pdf", endings: ["pdf"] },
  png: { type: "image/png", endings: ["png"] },
  jpeg: { type: "image/jpeg", endings: ["jpg", "jpeg"] },
  gif: { type: "image/gif", endings: ["gif"] },
  webp: { type: "image/webp", endings: ["webp"] },
  mp3: { type: "audio/mpeg", endings: ["mp3"] },
  wav: { type: "audio/wav", endings: ["wav"] },
  mp4: { type: "video/mp4", endings: ["mp4", "m4a", "m4v", "mov"] },
  zip: { type: "application/zip", endings: ["zip", "epub", "docx", "xlsx", "pptx", "odt", "ods"] },
  text: { type: "text/plain; charset=utf-8", endings: ["txt", "csv", "ics", "vcf", "md"] },
} as const;

type Kind = keyof typeof KINDS;

const TYPES: Record<string, string> = {
  csv: "text/csv; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  vcf: "text/vcard; charset=utf-8",
  epub: "application/epub+zip",
  mov: "video/quicktime",
  m4a: "audio/mp4",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
};

/** Extensions of executable files. Inboxes refuse e-mail with such files, even in archives. */
const RUNS =
  /\.(?:ade|adp|apk|app|appx|appxbundle|bat|cab|chm|cmd|com|cpl|diagcab|diagcfg|diagpkg|dll|dmg|docm|exe|ex|ex_|hta|img|ins|iso|isp|jar|jnlp|js|jse|lib|lnk|mde|mjs|msc|msi|msix|msixbundle|msp|mst|nsh|pif|pptm|ps1|py|reg|scr|sct|sh|shb|sys|vb|vbe|vbs|vhd|vhdx|vxd|wsc|wsf|wsh|xll|xlsm)[\s.]*$/i;
/** Browsers run scripts in these. Books and documents consist of them. */
const PAGES = /\.(?:htm|html|svg|xhtml)[\s.]*$/i;
/** Inboxes can't inspect these archives, so they refuse them. */
const ARCHIVES = /\.(?:7z|ace|arj|bz2?|gz|lha|lz|lzh|lzma|rar|tar|tbz2?|tgz|txz|xz|z|zipx?|zst)[\s.]*$/i;
const MACROS = /(?:^|\/)vbaProject\.bin$/i;

const NAME_CHARS_MAX = 80;
const WRITTEN_CHARS_MAX = 1000;
/** Controls, characters with a meaning in paths and headers, and direction marks that hide an extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"<>:;|?*/\\]/g;

/** Returns the file's sanitized name and type. Undefined for unknown types, and for executables. */
export function fileFacts(written: string, bytes: Uint8Array): { name: string; type: string } | undefined {
  // A long name keeps its end, because the extension decides how computers open it.
  const whole = normalStart(written.slice(-WRITTEN_CHARS_MAX).toWellFormed(), "NFC", WRITTEN_CHARS_MAX);
  const name = whole.replace(NOT_IN_NAMES, "").replace(/\s+/g, " ").trim();
  const kind = kindOf(bytes);
  if (kind === undefined || RUNS.test(name) || PAGES.test(name)) return undefined;
  const { endings, type } = KINDS[kind];
  const dot = name.lastIndexOf(".");
  const ending = name.slice(dot + 1).toLowerCase();
  const isKnown = dot >= 0 && (endings as readonly string[]).includes(ending);
  const stem = [...(isKnown ? name.slice(0, dot) : name)]
    .slice(0, NAME_CHARS_MAX)
    .join("")
    .replace(/^\.+/, "")
    .trim();
  const shown = isKnown ? ending : endings[0];
  if (kind === "zip" && !isHarmless(bytes, shown !== "zip")) return undefined;
  return { name: `${stem || "file"}.${shown}`, type: TYPES[shown] ?? type };
}

const STARTS: readonly (readonly [Kind, at: number, start: string])[] = [
  ["pdf", 0, "%PDF-"],
  ["png", 0, "\x89PNG\r\n\x1a\n"],
  ["jpeg", 0, "\xff\xd8\xff"],
  ["gif", 0, "GIF8"],
  ["webp", 8, "WEBP"],
  ["wav", 8, "WAVE"],
  ["mp4", 4, "ftyp"],
  ["mp3", 0, "ID3"],
  ["mp3", 0, "\xff\xfb"],
  ["zip", 0, "PK\x03\x04"],
];

function kindOf(bytes: Uint8Array): Kind | undefined {
  const head = Buffer.from(bytes.subarray(0, 32)).toString("latin1");
  const found = STARTS.find(([, at, start]) => head.startsWith(start, at));
  if (found) return found[0];
  return isPlainText(bytes) ? "text" : undefined;
}

/** True for text that's neither a script nor a page. */
function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: plain text has none of these
    return !/[\u0000-\u0008\u000e-\u001f]/.test(text) && !/^\s*(?:#!|<|MZ)/.test(text);
  } catch {
    return false;
  }
}

/** True if an archive contains no executable, and no other archive. */
function isHarmless(bytes: Uint8Array, isDocument: boolean): boolean {
  const isRefused = (name: string) =>
    RUNS.test(name) || MACROS.test(name) || ARCHIVES.test(name) || (!isDocument && PAGES.test(name));
  return zipNames(bytes)?.every((name) => !isRefused(name)) ?? false;
}
