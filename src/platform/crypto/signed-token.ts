import { createHmac, timingSafeEqual } from "node:crypto";

interface Purpose {
  secret: string;
  /** What the token is for: one made for something else is not read. */
  purpose: string;
}

/** Text that leaves the instance in an address and is believed when it comes back. It can be read by everyone. */
export function signToken({ secret, purpose }: Purpose, text: string): string {
  return `${Buffer.from(text).toString("base64url")}.${signatureOf({ secret, purpose }, text)}`;
}

/** The text of a token that this instance made for this purpose; nothing for any other. */
export function readToken({ secret, purpose }: Purpose, token: string): string | undefined {
  const [encoded = "", signature = ""] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString();
  const expected = Buffer.from(signatureOf({ secret, purpose }, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

function signatureOf({ secret, purpose }: Purpose, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
}
