/**
 * Returns a short name for a text, at most 11 characters: the same for equal texts and almost certainly
 * different for different ones. Use it for URLs of generated files, never for secrets (FNV-1a on two 32-bit
 * lanes, cut to 53 bits).
 */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x5bd1e995);
  }
  low ^= Math.imul(high ^ (high >>> 15), 0x2c1b3c6d);
  high ^= Math.imul(low ^ (low >>> 13), 0x297a2d39);
  return ((high >>> 0) * 0x200000 + ((low >>> 0) >>> 11)).toString(36);
}
