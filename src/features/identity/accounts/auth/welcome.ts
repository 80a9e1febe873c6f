import { hash } from "node:crypto";
import { APIError } from "better-auth/api";
import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { currentContext } from "../auth-transaction.ts";
import { AUTH_ERRORS } from "../rules.ts";
import { SIGN_UPS } from "../settings.ts";
import { findBan, hasFounder, isInvited } from "../store.ts";
import { signInAddress } from "./session-start.ts";

/** The block that keeps out whoever asks, or undefined. */
function findBlock({ blocks, now }: Platform, headers: Headers | undefined): string | undefined {
  const userAgent = headers?.get("user-agent") ?? "";
  return blocks.findForRequest({ address: signInAddress(), userAgent }, now().getTime());
}

function refuse(
  { incidents }: Platform,
  { block, code }: { block: string; code: "KEPT_OUT" | "EMAIL_DOMAIN_REFUSED" },
): never {
  incidents.note({ kind: "kept_out", subject: block, address: signInAddress() });
  throw new APIError("FORBIDDEN", { code, message: AUTH_ERRORS[code].message });
}

/** Where staff block a network or a program, only the founder can sign in. */
export async function requireWelcome(
  platform: Platform,
  { userId, headers }: { userId: string; headers: Headers | undefined },
): Promise<void> {
  const block = findBlock(platform, headers);
  if (block === undefined) return;
  const person = await findBan(currentContext(platform).db, userId);
  if (person?.role !== "founder") refuse(platform, { block, code: "KEPT_OUT" });
}

/** Where staff have closed sign-ups, only the founder and invited people make an account. */
export async function requireOpenSignUps(platform: Platform, email: string): Promise<void> {
  if (platform.settings.get(SIGN_UPS) === "everyone") return;
  const { db, now } = currentContext(platform);
  if (!(await hasFounder(db)) || (await isInvited(db, { email, now: now() }))) return;
  const code = "SIGN_UPS_CLOSED";
  throw new APIError("FORBIDDEN", { code, message: AUTH_ERRORS[code].message });
}

/**
 * The same, for an address that whoever asks may only know: they also need the link that was e-mailed there. Others'
 * tries end here, before they're counted against that address.
 */
export async function requireInvitation(
  platform: Platform,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const { db, now, settings } = platform;
  if (settings.get(SIGN_UPS) === "everyone" || !(await hasFounder(db))) return;
  const tokenHash = hash("sha256", token, "base64url");
  if (!(await isInvited(db, { email, now: now(), tokenHash }))) throw failure(AUTH_ERRORS, "SIGN_UPS_CLOSED");
}

/** Nobody makes an account from there, or with an address at a domain that's blocked. */
export function requireWelcomeEmail(
  platform: Platform,
  { email, headers }: { email: string; headers: Headers | undefined },
): void {
  const block = findBlock(platform, headers);
  if (block !== undefined) refuse(platform, { block, code: "KEPT_OUT" });
  const ofDomain = platform.blocks.findForEmail(email, platform.now().getTime());
  if (ofDomain !== undefined) refuse(platform, { block: ofDomain, code: "EMAIL_DOMAIN_REFUSED" });
}
