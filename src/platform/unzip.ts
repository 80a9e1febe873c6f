import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

const ENTRIES_MAX = 20_000;

class Unreadable extends Error {}

/**
 * An archive that a stranger may have made. Only requested files are unpacked, and never more than allowed.
 */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Returns undefined if it isn't a ZIP archive. */
  static async open(bytes: Uint8Array): Promise<ZipArchive | undefined> {
    const options = { lazyEntries: true, autoClose: false };
    const zip = await promisify(fromBuffer as Opening)(Buffer.from(bytes), options).catch(() => undefined);
    if (!zip || zip.entryCount > ENTRIES_MAX) return undefined;
    const entries = await listEntries(zip).catch(() => undefined);
    return entries && new ZipArchive(zip, entries);
  }

  /** Lists its files with the sizes that it promises. */
  files(): { name: string; size: number }[] {
    return [...this.#entries].map(([name, { uncompressedSize: size }]) => ({ name, size }));
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Returns a file's content, or undefined if it's missing, damaged, or larger than `most` bytes. */
  async read(name: string, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of this.pieces(name, most)) chunks.push(chunk);
      return Buffer.concat(chunks);
    } catch {
      return undefined;
    }
  }

  /** Yields a file's content in pieces. Throws where `read` returns undefined. */
  async *pieces(name: string, most: number): AsyncGenerator<Buffer<ArrayBuffer>> {
    const entry = this.#entries.get(name);
    if (!entry || entry.uncompressedSize > most || entry.isEncrypted()) throw new Unreadable();
    const stream = await promisify(this.#zip.openReadStream.bind(this.#zip) as Reading)(entry);
    // The stream itself ends with an error if it exceeds the size that its entry promises.
    for await (const chunk of stream) yield chunk as Buffer<ArrayBuffer>;
  }
}

type Opening = (bytes: Buffer, options: object, done: (error: Error | null, zip: ZipFile) => void) => void;
type Reading = (entry: Entry, done: (error: Error | null, stream: NodeJS.ReadableStream) => void) => void;

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on("entry", (entry: Entry) => {
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on("end", () => resolve(entries));
    zip.on("error", reject);
    zip.readEntry();
  });
}
