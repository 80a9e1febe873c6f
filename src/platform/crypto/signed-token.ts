import { createHmac, timingSafeEqual } from "node:crypto";

interface Purpose {
  secret: string;
  /** What the token is for. A token made for anything else isn't accepted. */
  purpose: string;
}

/** Text that leaves the instance in a URL and is trusted when it comes back. Anyone can read it. */
export function signToken({ secret, purpose }: Purpose, text: string): string {
  return `${Buffer.from(text).toString("base64url")}.${signatureOf({ secret, purpose }, text)}`;
}

/** The text of a token that this instance made for this purpose, or nothing for any other token. */
export function parseToken({ secret, purpose }: Purpose, token: string): string | undefined {
  const [encoded = "", signature = ""] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString();
  const expected = Buffer.from(signatureOf({ secret, purpose }, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

function signatureOf({ secret, purpose }: Purpose, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
}
