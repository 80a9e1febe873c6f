/* Programs that call with a staff key: which key it is, whether it works, and what its use tells. */
import { hash } from "node:crypto";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { UNKNOWN_COUNTRY } from "#src/platform/geo/geo.ts";
import type { StaffKeyCaller } from "#src/platform/http/api.ts";
import { staffKeyMoved } from "./events.ts";
import { USE_RECORDED_EVERY_MS } from "./rules.ts";
import { findKeyByHash, type PresentedKey, updateCountries, updateKeyUse } from "./store.ts";

/** As long as what `makeSecret` makes, so that no account’s key is ever taken for one. */
const BEARER = /^Bearer +(fanfare_staff_[\w-]{43})$/i;

/**
 * Returns a staff key's maker as they are now, and its scopes. Undefined if the request carries none, or one that was
 * never made. Throws with the reason if it doesn't work anymore.
 */
export async function findStaffKey(
  platform: Platform,
  { headers, address }: { headers: Headers; address: string },
): Promise<StaffKeyCaller | undefined> {
  const key = BEARER.exec(headers.get("authorization") ?? "")?.[1];
  const row = key && (await findKeyByHash(platform.db, hash("sha256", key, "base64url")));
  if (!row) return undefined;
  const time = platform.now().toISOString();
  if (row.revoked_at !== null) throw failure(GENERAL_ERRORS, "KEY_REVOKED");
  const isOver = row.age > 1 || (row.age === 1 && (row.old_until ?? "") <= time);
  if (isOver) throw failure(GENERAL_ERRORS, "KEY_REPLACED");
  if (row.expires_at <= time) throw failure(GENERAL_ERRORS, "KEY_EXPIRED");
  await recordUse(platform, row, platform.geo.lookup(address).country);
  const { id, made_by, scopes, role, name, email, email_verified } = row;
  return {
    type: "staff-key",
    id,
    scopes,
    // A closed account's role counts for nothing.
    person: { id: made_by, name, email, email_verified, role, deletion_due_at: null },
  };
}

async function recordUse(
  platform: Platform,
  { id, made_by, used_at, countries }: PresentedKey,
  country: string,
): Promise<void> {
  const now = platform.now();
  const before = new Date(now.getTime() - USE_RECORDED_EVERY_MS).toISOString();
  if (used_at === null || used_at <= before)
    await updateKeyUse(platform.db, { id, now: now.toISOString(), before });
  if (country === UNKNOWN_COUNTRY || countries.includes(country)) return;
  await platform.write(async (ctx) => {
    if (!(await updateCountries(ctx.db, id, country)) || countries.length === 0) return;
    await ctx.announce(staffKeyMoved, { account: made_by, subject: id, payload: { country } });
  });
}
