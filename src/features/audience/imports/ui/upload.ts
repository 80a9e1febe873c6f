import { newId } from "#src/kit/new-id.ts";
import type { Import } from "../contract.ts";
import { PART_BYTES_MAX } from "../rules.ts";
import { importsApi } from "./import-queries.ts";

const TRIES_MAX = 4;
const WAIT_MS = 1500;

/**
 * Sends a file in parts, each again if the network fails. Parts that arrived are never sent twice.
 * `onProgress` receives the share that has arrived.
 */
export async function uploadImport(file: File, onProgress: (share: number) => void): Promise<Import> {
  const id = newId();
  const { name, size: bytes } = file;
  const part = (start: number) => new File([file.slice(start, start + PART_BYTES_MAX)], name);
  let current = await persistently(() => importsApi.begin.call({ id, name, bytes, file: part(0) }));
  while (current.state === "uploading") {
    const start = current.received;
    onProgress(start / bytes);
    current = await persistently(() => importsApi.addPart.call({ id, start, file: part(start) }));
  }
  return current;
}

/** Only a call without a response is retried: an error response stays the same. */
async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof TypeError) || attempt === TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * attempt));
    }
  }
}
