import { APIError } from "better-auth/api";
import type { Platform } from "#src/platform/context.ts";
import { currentContext } from "../auth-transaction.ts";
import { AUTH_ERRORS } from "../rules.ts";
import { findBan } from "../store.ts";
import { signInAddress } from "./session-start.ts";

const refusal = (code: "KEPT_OUT" | "EMAIL_DOMAIN_REFUSED") =>
  new APIError("FORBIDDEN", { code, message: AUTH_ERRORS[code].message });

function isKeptOut({ blocks, incidents, now }: Platform, headers: Headers | undefined): boolean {
  const address = signInAddress();
  const userAgent = headers?.get("user-agent") ?? "";
  const block = blocks.findForRequest({ address, userAgent }, now().getTime());
  if (block !== undefined) incidents.note({ kind: "kept_out", subject: block, address });
  return block !== undefined;
}

/** Where staff block a network or a program, only the founder can sign in. */
export async function requireWelcome(
  platform: Platform,
  { userId, headers }: { userId: string; headers: Headers | undefined },
): Promise<void> {
  if (!isKeptOut(platform, headers)) return;
  const person = await findBan(currentContext(platform).db, userId);
  if (person?.role !== "founder") throw refusal("KEPT_OUT");
}

/** Nobody makes an account from there, or with an address at a domain that's blocked. */
export function requireWelcomeEmail(
  platform: Platform,
  { email, headers }: { email: string; headers: Headers | undefined },
): void {
  if (isKeptOut(platform, headers)) throw refusal("KEPT_OUT");
  const block = platform.blocks.findForEmail(email, platform.now().getTime());
  if (block === undefined) return;
  platform.incidents.note({ kind: "kept_out", subject: block, address: signInAddress() });
  throw refusal("EMAIL_DOMAIN_REFUSED");
}
