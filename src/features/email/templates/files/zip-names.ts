/*
 * Lists the names in a ZIP file, in bounded time. Inboxes and computers read such files in different ways, so
 * anything ambiguous is rejected.
 */

const END = { sign: Buffer.from("PK\x05\x06", "latin1"), bytes: 22, commentMax: 0xffff };
const ENTRY = { sign: 0x02014b50, bytes: 46 };
const HEADER = { sign: 0x04034b50, bytes: 30 };
/** No archive for fans has more, and checking them takes time. */
const ENTRIES_MAX = 2000;
const NAME_BYTES_MAX = 512;
/** The entry, or the whole directory, is encrypted. */
const ENCRYPTED = 0x2001;
/** An extra field with another name, which some programs prefer: after its version and a checksum. */
const OTHER_NAME_ID = 0x7075;
const BEFORE_OTHER_NAME = 5;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names with controls look like others
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;

/** All names in an archive. Undefined if it's damaged, encrypted, empty, ambiguous, or far too large. */
export function zipNames(bytes: Uint8Array): string[] | undefined {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = directoryOf(archive);
  if (!directory) return undefined;
  const names: string[] = [];
  let { at } = directory;
  for (let left = directory.entries; left > 0; left--) {
    const entry = entryAt(archive, at, directory.end);
    if (!entry) return undefined;
    names.push(...entry.names);
    at = entry.next;
  }
  return at === directory.end && !names.some((name) => CONTROLS.test(name)) ? names : undefined;
}

/** Returns the directory's position, according to the record after it. */
function directoryOf(archive: Buffer): { at: number; end: number; entries: number } | undefined {
  const end = archive.indexOf(END.sign, Math.max(0, archive.length - END.bytes - END.commentMax));
  if (end < 0 || end + END.bytes > archive.length) return undefined;
  // A second record, in the comment, would be another archive to other programs.
  if (archive.indexOf(END.sign, end + 1) >= 0) return undefined;
  if (end + END.bytes + archive.readUInt16LE(end + 20) !== archive.length) return undefined;
  const entries = archive.readUInt16LE(end + 10);
  const isWhole = archive.readUInt32LE(end + 4) === 0 && archive.readUInt16LE(end + 8) === entries;
  const at = archive.readUInt32LE(end + 16);
  if (!isWhole || at + archive.readUInt32LE(end + 12) !== end) return undefined;
  return entries > 0 && entries <= ENTRIES_MAX ? { at, end, entries } : undefined;
}

/** Returns one entry's names, in the directory and in its local header, and the position of the next one. */
function entryAt(archive: Buffer, at: number, end: number): { names: string[]; next: number } | undefined {
  if (at + ENTRY.bytes > end || archive.readUInt32LE(at) !== ENTRY.sign) return undefined;
  const [name, extra] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
  const start = at + ENTRY.bytes;
  const next = start + name + extra + archive.readUInt16LE(at + 32);
  if (next > end || archive.readUInt16LE(at + 8) & ENCRYPTED) return undefined;
  const listed = namesAt(archive, { start, name, extra });
  const header = archive.readUInt32LE(at + 42);
  if (header + HEADER.bytes > at || archive.readUInt32LE(header) !== HEADER.sign) return undefined;
  if (archive.readUInt16LE(header + 6) & ENCRYPTED) return undefined;
  const lengths = { name: archive.readUInt16LE(header + 26), extra: archive.readUInt16LE(header + 28) };
  const written = namesAt(archive, { start: header + HEADER.bytes, ...lengths });
  return listed && written && listed[0] === written[0] ? { names: [...listed, ...written], next } : undefined;
}

function namesAt(
  archive: Buffer,
  { start, name, extra }: { start: number; name: number; extra: number },
): string[] | undefined {
  const end = start + name + extra;
  if (name === 0 || name > NAME_BYTES_MAX || end > archive.length) return undefined;
  const names = [archive.toString("utf8", start, start + name)];
  for (let at = start + name; at + 4 <= end; ) {
    const content = at + 4;
    const next = content + archive.readUInt16LE(at + 2);
    if (next > end) return undefined;
    if (archive.readUInt16LE(at) === OTHER_NAME_ID) {
      if (names.length > 1 || next - content > NAME_BYTES_MAX) return undefined;
      names.push(archive.toString("utf8", content + BEFORE_OTHER_NAME, next));
    }
    at = next;
  }
  return names;
}
