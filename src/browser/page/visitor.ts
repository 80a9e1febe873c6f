const SESSION_KEY = "session_id";

/** Creates a random UUID. `crypto.randomUUID` is missing in old web views and on pages without https. */
export function randomId(): string {
  return crypto.randomUUID?.() ?? idOfBytes(crypto.getRandomValues(new Uint8Array(16)));
}

/** Formats sixteen random bytes as a UUID version 4 (RFC 9562 §5.4). */
export function idOfBytes(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Returns the id of this tab's visit. If storage is off (access may even throw), it lasts until the page is
 * closed.
 */
export function sessionId(storage: () => Storage): string {
  const made = randomId();
  try {
    const kept = storage().getItem(SESSION_KEY);
    if (kept) return kept;
    storage().setItem(SESSION_KEY, made);
  } catch {
    return made;
  }
  return made;
}
