import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { eventLoopYielder } from "../event-loop.ts";
import { StreamedFile } from "./streamed-file.ts";

/** Compressing larger pieces at once would keep everyone else waiting. */
const PIECE_BYTES = 64 * 1024;

export interface ZipEntry {
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Set for formats that are compressed already, such as pictures. */
  isCompressed?: boolean;
}

/** Creates a ZIP archive that's written while it's sent. `name` has to be ASCII without quotes. */
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
  const takeTurn = eventLoopYielder();
  for await (const { name, pieces, isCompressed } of entries) {
    const entry = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(entry);
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) {
        entry.push(piece.subarray(at, at + PIECE_BYTES));
        yield* take();
        await takeTurn();
      }
    }
    entry.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
