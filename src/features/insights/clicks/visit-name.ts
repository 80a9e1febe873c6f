import { hash } from "node:crypto";

const HEX_CHARS = 16;

/** Names a visit, which is a tab on a UTC day (`2026-12-31`), in eight bytes, as packed days do. */
export function visitName(day: string, sessionId: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash("md5", `${day} ${sessionId}`).slice(0, HEX_CHARS)}`));
}
