import { uuidv7 } from "#src/lib/ids.ts";

/** Creates an id, even without TLS, where `crypto.randomUUID` is missing. */
export function newId(): string {
  return uuidv7(Date.now(), (bytes) => bytes.set(crypto.getRandomValues(new Uint8Array(bytes.length))));
}
