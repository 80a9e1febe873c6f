/**
 * A UUID version 7 (RFC 9562 §5.7): 48 bits of milliseconds, then random bits, so that rows made together lie together.
 * `random` fills ten bytes.
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
