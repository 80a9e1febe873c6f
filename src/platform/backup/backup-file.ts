/*
 * A backup as a file: a line of magic, a line of JSON, then pieces, each with a tag over itself, its position, and
 * whether it's the last. So a file that was cut, changed, or put together from others is refused. The pieces are
 * one compressed stream of records. With a passphrase they're encrypted, and the tag is AES-GCM's.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import * as z from "zod";
import { StartRefusal } from "#src/lib/errors.ts";
import { framed, type PackedRecord, type RecordPart, unframed } from "./records.ts";
import { boundTo, checkOf, keyOf, seal, sha256, TAG_BYTES, unseal } from "./sealed-pieces.ts";

const MAGIC = "FANFARE BACKUP 1\n";
const PIECE_BYTES = 1024 * 1024;
const PIECE_BYTES_MAX = 4 * PIECE_BYTES;
const HEADER_BYTES_MAX = 64 * 1024;
const COMPRESSION_LEVEL = 1;

const headerSchema = z.object({
  created_at: z.string(),
  /** The version of Fanfare that wrote it. */
  fanfare: z.string(),
  encryption: z.object({ salt: z.string(), check: z.string() }).nullable(),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export const BACKUP_ENDING = ".backup";
const PARTIAL_ENDING = ".partial";
/** Nobody who still writes leaves a file alone for this long. */
const PARTIAL_LEFT_MS = 3_600_000;

interface Written {
  file: string;
  header: Pick<BackupHeader, "created_at" | "fanfare">;
  passphrase: string;
}

/** Writes beside its place, and moves it there once everything is on the disk. Returns the size in bytes. */
export async function writeBackupFile(
  { file, header, passphrase }: Written,
  records: AsyncIterable<RecordPart>,
): Promise<number> {
  const partial = `${file}.${randomBytes(4).toString("hex")}${PARTIAL_ENDING}`;
  const handle = await open(partial, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefusal(`${file} can't be written (${error.code ?? error.message}).`);
  });
  try {
    const salt = randomBytes(16);
    const key = passphrase === "" ? undefined : keyOf(passphrase, salt);
    const encryption = key ? { salt: salt.toString("base64"), check: checkOf(key) } : null;
    const writer = new PieceWriter(handle, { header: { ...header, encryption }, key });
    await writer.begin();
    await pipeline(
      Readable.from(framed(records), { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL } }),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const bytes of compressed) await writer.add(bytes);
      },
    );
    const bytes = await writer.end();
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    await syncFolder(dirname(file));
    return bytes;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(partial, { force: true });
    throw refusalOfWriting(error, file);
  }
}

function refusalOfWriting(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new StartRefusal(`The disk is full, so there is no backup: ${dirname(file)} needs more space.`, {
      cause: error,
    });
  return error;
}

/** Not every file system lets a folder be synced, and a rename without it is only less certain. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Removes what interrupted backups left behind. */
export async function removePartials(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith(PARTIAL_ENDING) || !name.includes(BACKUP_ENDING)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (now.getTime() - mtimeMs > PARTIAL_LEFT_MS) await rm(path, { force: true });
  }
}

interface Sealing {
  header: BackupHeader;
  key: Buffer | undefined;
}

class PieceWriter {
  readonly #handle: FileHandle;
  readonly #sealing: Sealing;
  #digest: Buffer = Buffer.alloc(0);
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #index = 0;
  #bytes = 0;

  constructor(handle: FileHandle, sealing: Sealing) {
    this.#handle = handle;
    this.#sealing = sealing;
  }

  async begin(): Promise<void> {
    const head = Buffer.from(`${MAGIC}${JSON.stringify(this.#sealing.header)}\n`);
    this.#digest = sha256(head);
    await this.#write(head);
  }

  async add(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes < PIECE_BYTES) return;
    const all = Buffer.concat(this.#waiting);
    let from = 0;
    for (; from + PIECE_BYTES <= all.length; from += PIECE_BYTES)
      await this.#piece(all.subarray(from, from + PIECE_BYTES), false);
    this.#waiting = [all.subarray(from)];
    this.#waitingBytes = all.length - from;
  }

  async end(): Promise<number> {
    await this.#piece(Buffer.concat(this.#waiting), true);
    return this.#bytes;
  }

  async #piece(content: Buffer, isLast: boolean): Promise<void> {
    const bound = boundTo(this.#digest, this.#index, isLast);
    const sealed = seal(content, { key: this.#sealing.key, index: this.#index, bound });
    const head = Buffer.alloc(5);
    head.writeUInt32BE(sealed.length);
    head[4] = isLast ? 1 : 0;
    this.#index += 1;
    await this.#write(Buffer.concat([head, sealed]));
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length;
    for (let from = 0; from < bytes.length; )
      from += (await this.#handle.write(bytes, from, bytes.length - from)).bytesWritten;
  }
}

interface Opened {
  header: BackupHeader;
  /** The compressed stream, whose pieces are checked one by one. */
  pieces: AsyncGenerator<Buffer>;
}

export interface BackupPlace {
  file: string;
  passphrase: string;
}

/** Reads the records of a backup. Refuses one that isn't whole, or that the passphrase doesn't open. */
export async function* readRecords(place: BackupPlace): AsyncGenerator<PackedRecord> {
  const handle = await openFile(place.file);
  try {
    const { pieces } = await openBackup(handle, place);
    const decompress = createZstdDecompress({ chunkSize: PIECE_BYTES });
    const feeding = pipeline(Readable.from(pieces, { objectMode: false }), decompress);
    feeding.catch(() => {});
    try {
      yield* unframed(decompress);
    } catch (error) {
      await feeding;
      throw error;
    } finally {
      decompress.destroy();
    }
  } finally {
    await handle.close();
  }
}

/** Reads the whole file, so that nothing is begun with one that isn't whole. */
export async function checkBackupFile(place: BackupPlace): Promise<BackupHeader> {
  const handle = await openFile(place.file);
  try {
    const { header, pieces } = await openBackup(handle, place);
    for await (const _ of pieces);
    return header;
  } finally {
    await handle.close();
  }
}

/** What the file says of itself, which anyone may read. */
export async function readBackupHeader(file: string): Promise<BackupHeader> {
  const handle = await openFile(file);
  try {
    return (await readHeader(handle, file)).header;
  } finally {
    await handle.close();
  }
}

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? "There's no file" : `Nobody here may read`;
    throw new StartRefusal(`${why} ${file}.`);
  });
  if (!(await handle.stat()).isDirectory()) return handle;
  await handle.close();
  throw new StartRefusal(`${file} is a folder. Name the backup in it.`);
}

async function openBackup(handle: FileHandle, { file, passphrase }: BackupPlace): Promise<Opened> {
  const { header, head } = await readHeader(handle, file);
  const key = header.encryption ? keyFor(header.encryption, passphrase) : undefined;
  return { header, pieces: readPieces(handle, { file, head, key }) };
}

async function readHeader(handle: FileHandle, file: string) {
  const start = Buffer.alloc(HEADER_BYTES_MAX);
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  const end = start.subarray(0, bytesRead).indexOf("\n", MAGIC.length);
  if (end === -1 || start.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw new StartRefusal(`${file} isn't a backup that this version of Fanfare can read.`);
  const head = start.subarray(0, end + 1);
  const parsed = headerSchema.safeParse(parseJson(head.toString("utf8", MAGIC.length)));
  if (!parsed.success) throw damaged(file);
  return { header: parsed.data, head };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyFor({ salt, check }: NonNullable<BackupHeader["encryption"]>, passphrase: string): Buffer {
  if (passphrase === "")
    throw new StartRefusal(
      "This backup is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with.",
    );
  const key = keyOf(passphrase, Buffer.from(salt, "base64"));
  if (checkOf(key) !== check)
    throw new StartRefusal("BACKUP_PASSPHRASE isn't the passphrase that this backup was made with.");
  return key;
}

const damaged = (file: string) =>
  new StartRefusal(`${file} isn't whole: it was cut off or changed after it was made. Use another backup.`);

interface Reading {
  file: string;
  head: Buffer;
  key: Buffer | undefined;
}

async function* readPieces(handle: FileHandle, { file, head, key }: Reading): AsyncGenerator<Buffer> {
  const digest = sha256(head);
  let at = head.length;
  let isLast = false;
  for (let index = 0; !isLast; index++) {
    const start = await readExactly(handle, { at, bytes: 5 });
    const bytes = start?.readUInt32BE() ?? 0;
    isLast = start?.[4] === 1;
    const sealed =
      bytes >= TAG_BYTES && bytes <= PIECE_BYTES_MAX
        ? await readExactly(handle, { at: at + 5, bytes })
        : undefined;
    const content = sealed && unseal(sealed, { key, index, bound: boundTo(digest, index, isLast) });
    if (!content) throw damaged(file);
    at += 5 + bytes;
    yield content;
  }
  if (await readExactly(handle, { at, bytes: 1 })) throw damaged(file);
}

/** Undefined if the file ends before. */
async function readExactly(handle: FileHandle, { at, bytes }: { at: number; bytes: number }) {
  const buffer = Buffer.allocUnsafe(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await handle.read(buffer, filled, bytes - filled, at + filled);
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return buffer;
}
