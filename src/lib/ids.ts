/**
 * Returns a UUID version 7 (RFC 9562 §5.7): 48 bits of milliseconds followed by random bits, so that rows
 * created together are stored together. `random` fills ten bytes.
 */
export function uuidv7(now: number, random: (bytes: Uint8Array) => void): string {
  const bytes = new Uint8Array(16);
  random(bytes.subarray(6));
  let rest = now;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the least UUID version 7 of a moment, for ranges of keys that sort by time. */
export function firstIdAt(time: string): string {
  return uuidv7(Date.parse(time), () => undefined);
}

/**
 * Returns a generator of UUIDs version 7, each greater than the last as long as the clock doesn't go back, so
 * that rows written by one transaction within a millisecond keep their order. The 12 bits after the time are
 * a counter (RFC 9562 §6.2, method 1).
 */
export function ascendingIds(now: () => number, random: (bytes: Uint8Array) => void): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const time = now();
    count = time === last ? count + 1 : 0;
    last = time;
    return uuidv7(time, (bytes) => {
      random(bytes);
      bytes[0] = count >> 8;
      bytes[1] = count;
    });
  };
}
