import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "./vault.ts";

interface Purpose {
  secrets: Secrets;
  /** A token made for any other purpose isn't accepted. */
  purpose: string;
}

/** Signs text that leaves the instance in a URL and is trusted when it comes back. Anyone can read it. */
export function signToken({ secrets: [secret], purpose }: Purpose, text: string): string {
  return `${Buffer.from(text).toString("base64url")}.${signatureOf(secret, purpose, text)}`;
}

/** Returns the text of a token that this instance made for this purpose, or undefined for any other token. */
export function parseToken({ secrets, purpose }: Purpose, token: string): string | undefined {
  const [encoded = "", signature = ""] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString();
  const given = Buffer.from(signature);
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, purpose, text));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? text : undefined;
}

function signatureOf(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url");
}
