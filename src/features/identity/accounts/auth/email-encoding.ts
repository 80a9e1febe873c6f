/*
 * better-auth accepts only plain e-mail addresses: no `o!brien@`, no letters beyond ASCII, no domain such as
 * `xn--p1ai`. All others can still sign up and in, because better-auth gets an encoded form, which is never
 * stored.
 */
import * as z from "zod";

const CODED = /^([\da-f]{2,})@coded\.invalid$/;

export function encodeEmail(email: string): string {
  const isTaken = z.email().safeParse(email).success && !CODED.test(email);
  return isTaken ? email : `${Buffer.from(email).toString("hex")}@coded.invalid`;
}

export function decodeEmail(email: string): string {
  const [, code] = CODED.exec(email) ?? [];
  return code === undefined ? email : Buffer.from(code, "hex").toString();
}
