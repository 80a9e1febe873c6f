import * as z from "zod";
import { ACTING_LEVELS } from "#src/lib/access.ts";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields, formatDay, isDay } from "#src/lib/event-sentences.ts";

export const accountEvents = eventList("account");

/** What an event without a payload tells about an account. */
export const about = ({ id }: { id: string }) => ({ account: id, subject: id, payload: {} });

/** The subject is the account in all of these. */
export const accountCreated = accountEvents.add("account.created", { sentence: "Created the account" });

/** Someone has proven that they read what's sent to the account's address. */
export const emailConfirmed = accountEvents.add("account.email_confirmed", {
  sentence: "Confirmed the e-mail address",
});

/** The person changed something about themselves. `fields` are the API's names. */
export const accountUpdated = accountEvents.add("account.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("their account"),
});

/** They signed in. `session_id` is the new session. */
export const signedIn = accountEvents.add("account.signed_in", {
  payload: z.object({ session_id: z.string(), is_new_device: z.boolean() }),
  sentence: ({ is_new_device }) => (is_new_device === true ? "Signed in on a new device" : "Signed in"),
});

/** They signed these sessions out, from another one or from one of them. */
export const sessionsEnded = accountEvents.add("account.sessions_ended", {
  payload: z.object({ ids: z.array(z.string()) }),
  sentence: "Signed out other devices",
});

/** A sign-in wasn't theirs: all sessions ended, and the password no longer works. */
export const accountSecured = accountEvents.add("account.secured", {
  sentence: "Said a sign-in wasn’t theirs, which ended every session",
});

export const emailChangeRequested = accountEvents.add("account.email_change_requested", {
  sentence: "Asked to change the e-mail address",
});
export const emailChangeCanceled = accountEvents.add("account.email_change_canceled", {
  sentence: "Canceled the e-mail address change",
});
export const emailChanged = accountEvents.add("account.email_changed", {
  sentence: "Changed the e-mail address",
});

export const passwordChanged = accountEvents.add("account.password_changed", {
  sentence: "Changed the password",
});

export const signedOut = accountEvents.add("account.signed_out", { sentence: "Signed out" });

/** The owner wants to delete the account: it's closed, and gone for good at `due_at` unless they keep it. */
export const deletionRequested = accountEvents.add("account.deletion_requested", {
  /** Staff say why. */
  payload: z.object({ due_at: z.string(), reason: z.string().optional() }),
  sentence: ({ due_at, reason }, locale) => {
    const what = `Asked for the account to be deleted${isDay(due_at) ? ` on ${formatDay(due_at, locale)}` : ""}`;
    return typeof reason === "string" ? `${what}: ${reason}` : what;
  },
});

/** The owner is keeping the account after all. */
export const deletionCanceled = accountEvents.add("account.deletion_canceled", {
  sentence: "Kept the account after all",
});

/**
 * An account is gone, with everything in it. The event belongs to the instance, and doesn't say which account
 * it was.
 */
export const accountErased = accountEvents.add("account.erased", { sentence: "Deleted an account for good" });

/** The account is locked out. `until` is null for a permanent ban. */
export const banned = accountEvents.add("account.banned", {
  payload: z.object({ until: z.string().nullable(), reason: z.string() }),
  sentence: ({ until, reason = "" }, locale) => {
    const isLimited = isDay(until);
    if (!reason)
      return isLimited ? `Suspended the account until ${formatDay(until, locale)}` : "Suspended the account";
    return isLimited
      ? `Suspended the account until ${formatDay(until, locale)}: ${String(reason)}`
      : `Suspended the account: ${String(reason)}`;
  },
});

export const banLifted = accountEvents.add("account.ban_lifted", {
  sentence: "Lifted the suspension of the account",
});

/** The owner lets staff into the account, or not anymore: `level` is null then. */
export const staffAccessChanged = accountEvents.add("account.staff_access_changed", {
  payload: z.object({ level: z.enum(ACTING_LEVELS).nullable(), ends_at: z.string().nullable() }),
  sentence: ({ level, ends_at }, locale) => {
    if (level !== "look" && level !== "change") return "Ended the access of staff to the account";
    const until = isDay(ends_at) ? ` until ${formatDay(ends_at, locale)}` : "";
    return level === "look"
      ? `Let staff look at the account${until}`
      : `Let staff change things in the account${until}`;
  },
});

/* What staff do in the account. The subject is the impersonation, and the actor says which of them. */

export const impersonationStarted = accountEvents.add("account.impersonation_started", {
  payload: z.object({ level: z.enum(ACTING_LEVELS), reason: z.string(), ends_at: z.string() }),
  sentence: ({ level, reason = "" }) =>
    level === "change"
      ? `Opened the account to change things in it: ${String(reason)}`
      : `Opened the account to look at it: ${String(reason)}`,
});

const AREAS_SEEN: ReadonlyMap<string, string> = new Map([
  ["profiles.see", "Looked at the pages"],
  ["links.see", "Looked at the links"],
  ["analytics.see", "Looked at the figures"],
  ["leads.see", "Looked at the leads, without their personal data"],
  ["domains.manage", "Looked at the domains"],
  ["templates.edit", "Looked at the templates"],
  ["links.edit", "Looked at what one edits about links"],
  ["profiles.edit", "Looked at what one edits about pages"],
]);

/** `area` is a permission, and new in this impersonation. */
export const impersonationLooked = accountEvents.add("account.impersonation_looked", {
  payload: z.object({ area: z.string() }),
  sentence: ({ area }) => AREAS_SEEN.get(String(area)) ?? "Looked at the account",
});

export const impersonationEnded = accountEvents.add("account.impersonation_ended", {
  sentence: "Left the account",
});

/** Signing in now takes a code besides the password. */
export const twoFactorEnabled = accountEvents.add("account.two_factor_enabled", {
  sentence: "Turned on two-step sign-in",
});

export const twoFactorDisabled = accountEvents.add("account.two_factor_disabled", {
  sentence: "Turned off two-step sign-in",
});

/** Staff were told that the phone is lost. Two-step sign-in is removed at `due_at`, unless somebody stops it. */
export const factorRemovalRequested = accountEvents.add("account.two_factor_removal_requested", {
  payload: z.object({ reason: z.string(), due_at: z.string() }),
  sentence: ({ reason = "", due_at }, locale) =>
    isDay(due_at)
      ? `Asked to remove two-step sign-in on ${formatDay(due_at, locale)}: ${String(reason)}`
      : `Asked to remove two-step sign-in: ${String(reason)}`,
});

export const factorRemovalStopped = accountEvents.add("account.two_factor_removal_stopped", {
  sentence: "Stopped the removal of two-step sign-in",
});

export const factorRemoved = accountEvents.add("account.two_factor_removed", {
  payload: z.object({ reason: z.string() }),
  sentence: ({ reason = "" }) => `Removed two-step sign-in, as staff asked: ${String(reason)}`,
});

export const recoveryCodesReplaced = accountEvents.add("account.recovery_codes_replaced", {
  sentence: "Replaced the recovery codes",
});

/** Someone has signed in or proven who they are with a recovery code. */
export const recoveryCodeUsed = accountEvents.add("account.recovery_code_used", {
  payload: z.object({ left: z.number() }),
  sentence: ({ left }) => `Used a recovery code${typeof left === "number" ? `; ${left} left` : ""}`,
});

const passkey = z.object({ passkey_id: z.string() });

export const passkeyAdded = accountEvents.add("account.passkey_added", {
  payload: passkey,
  sentence: "Added a passkey",
});

export const passkeyRenamed = accountEvents.add("account.passkey_renamed", {
  payload: passkey,
  sentence: "Renamed a passkey",
});

export const passkeyRemoved = accountEvents.add("account.passkey_removed", {
  payload: passkey,
  sentence: "Removed a passkey",
});

export const googleConnected = accountEvents.add("account.google_connected", {
  sentence: "Connected Google",
});

export const googleDisconnected = accountEvents.add("account.google_disconnected", {
  sentence: "Disconnected Google",
});
