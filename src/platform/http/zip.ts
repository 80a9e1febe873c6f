import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { StreamedFile } from "./streamed-file.ts";

export interface ZipEntry {
  /** The path in the archive. */
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** True for what's compressed already, such as a picture. */
  isCompressed?: boolean;
}

/** A ZIP archive that's written while it's sent. `name` has to be ASCII without quotes. */
export function zipFile(name: string, entries: AsyncIterable<ZipEntry>): StreamedFile {
  return new StreamedFile(name, "application/zip", bytesOf(entries));
}

async function* bytesOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let written: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(new Uint8Array(bytes));
  });
  const take = () => {
    const taken = written;
    written = [];
    return taken;
  };
  for await (const { name, pieces, isCompressed } of entries) {
    const entry = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      yield* take();
    }
    entry.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
