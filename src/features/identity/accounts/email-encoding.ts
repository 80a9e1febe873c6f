/*
 * better-auth takes only the plainest e-mail addresses: no `o!brien@`, no letters beyond ASCII, no domain such as
 * `xn--p1ai`. Whoever has another one signs up and in all the same: it gets a code for it, and never stores that.
 */
import * as z from "zod";

const CODED = /^([\da-f]{2,})@coded\.invalid$/;

/** An address as better-auth takes it. */
export function encodeEmail(email: string): string {
  const isTaken = z.email().safeParse(email).success && !CODED.test(email);
  return isTaken ? email : `${Buffer.from(email).toString("hex")}@coded.invalid`;
}

/** The address itself. */
export function decodeEmail(email: string): string {
  const [, code] = CODED.exec(email) ?? [];
  return code === undefined ? email : Buffer.from(code, "hex").toString();
}
