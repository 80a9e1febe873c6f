/* What may be attached to an e-mail: told by its content, because names can say anything. */

/** Kinds of files with the endings they may have, the usual one first. */
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
  ...{
    csv: "text/csv; charset=utf-8",
    ics: "text/calendar; charset=utf-8",
    vcf: "text/vcard; charset=utf-8",
  },
  ...{ epub: "application/epub+zip", mov: "video/quicktime", m4a: "audio/mp4" },
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
};

/** Endings of what computers run. Inboxes refuse e-mail with such files, even in archives. */
const RUNS =
  /\.(?:ade|adp|apk|app|appx|bat|chm|cmd|com|cpl|dll|dmg|docm|exe|hta|htm|html|ins|iso|jar|js|jse|lib|lnk|mde|msc|msi|msix|msp|mst|pif|pptm|ps1|py|reg|scr|sct|sh|shb|svg|sys|vb|vbe|vbs|vxd|wsc|wsf|wsh|xhtml|xlsm)[\s.]*$/i;
const MACROS = /(?:^|\/)vbaProject\.bin$/i;

const NAME_CHARS_MAX = 80;
/** Controls, what paths and headers are made of, and what turns text around so that it reads as another ending. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"<>:;|?*/\\]/g;

/** The file's clean name and type. Undefined for what can't be told, and for what computers run. */
export function fileFacts(written: string, bytes: Uint8Array): { name: string; type: string } | undefined {
  const name = written.toWellFormed().normalize("NFC").replace(NOT_IN_NAMES, "").replace(/\s+/g, " ").trim();
  const kind = kindOf(bytes);
  if (kind === undefined || RUNS.test(name)) return undefined;
  if (kind === "zip" && !isHarmless(bytes)) return undefined;
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

/** Words, and neither a script nor a page. */
function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: plain text has none of these
    return !/[\u0000-\u0008\u000e-\u001f]/.test(text) && !/^\s*(?:#!|<|MZ)/.test(text);
  } catch {
    return false;
  }
}

const ENTRY = Buffer.from("PK\x01\x02", "latin1");
const ENTRY_BYTES = 46;
const NAME_LENGTH_AT = 28;
/** More are in no archive that somebody sends to fans, and looking at them takes time. */
const ENTRIES_MAX = 5000;
const INNER_NAME_BYTES_MAX = 512;

/** Whether nothing in an archive's directory is run by computers. */
function isHarmless(bytes: Uint8Array): boolean {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let entries = 0;
  for (let at = archive.indexOf(ENTRY); at >= 0; at = archive.indexOf(ENTRY, at + 4)) {
    const start = at + ENTRY_BYTES;
    if (start > archive.length) break;
    const length = archive.readUInt16LE(at + NAME_LENGTH_AT);
    if (++entries > ENTRIES_MAX || length > INNER_NAME_BYTES_MAX) return false;
    const name = archive.toString("utf8", start, start + length);
    if (RUNS.test(name) || MACROS.test(name)) return false;
  }
  return true;
}
