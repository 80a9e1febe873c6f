import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});

/** What an event without a payload tells about an account. */
export const about = ({ id }: { id: string }) => ({ account: id, subject: id, payload: {} });

/** The subject is the account in all of these. */
export const accountCreated: EventType<object> = { name: "account.created", payload: none };

/** Someone has proven that they read what's sent to the account's address. */
export const emailConfirmed: EventType<object> = { name: "account.email_confirmed", payload: none };

/** The person changed something about themselves. `fields` are the API's names. */
export const accountUpdated: EventType<{ fields: string[] }> = {
  name: "account.updated",
  payload: z.object({ fields: z.array(z.string()) }),
};

/** They signed in. `session_id` is the new session. */
export const signedIn: EventType<{ session_id: string; is_new_device: boolean }> = {
  name: "account.signed_in",
  payload: z.object({ session_id: z.string(), is_new_device: z.boolean() }),
};

/** They signed these sessions out, from another one or from one of them. */
export const sessionsEnded: EventType<{ ids: string[] }> = {
  name: "account.sessions_ended",
  payload: z.object({ ids: z.array(z.string()) }),
};

/** A sign-in wasn't theirs: all sessions ended, and the password no longer works. */
export const accountSecured: EventType<object> = { name: "account.secured", payload: none };

export const emailChangeRequested: EventType<object> = {
  name: "account.email_change_requested",
  payload: none,
};
export const emailChangeCanceled: EventType<object> = {
  name: "account.email_change_canceled",
  payload: none,
};
export const emailChanged: EventType<object> = { name: "account.email_changed", payload: none };

export const passwordChanged: EventType<object> = { name: "account.password_changed", payload: none };

export const signedOut: EventType<object> = { name: "account.signed_out", payload: none };

/** The owner wants to delete the account: it's closed, and gone for good at `due_at` unless they keep it. */
export const deletionRequested: EventType<{ due_at: string }> = {
  name: "account.deletion_requested",
  payload: z.object({ due_at: z.string() }),
};

/** The owner is keeping the account after all. */
export const deletionCanceled: EventType<object> = { name: "account.deletion_canceled", payload: none };

/**
 * An account is gone, with everything in it. The event belongs to the instance, and doesn't say which account
 * it was.
 */
export const accountErased: EventType<object> = { name: "account.erased", payload: none };

/** The account is locked out. `until` is null for a permanent ban. */
export const banned: EventType<{ until: string | null }> = {
  name: "account.banned",
  payload: z.object({ until: z.string().nullable() }),
};

export const banLifted: EventType<object> = { name: "account.ban_lifted", payload: none };

/** Signing in now takes a code besides the password. */
export const twoFactorEnabled: EventType<object> = { name: "account.two_factor_enabled", payload: none };

export const twoFactorDisabled: EventType<object> = { name: "account.two_factor_disabled", payload: none };

export const recoveryCodesReplaced: EventType<object> = {
  name: "account.recovery_codes_replaced",
  payload: none,
};

/** Someone has signed in or proven who they are with a recovery code. */
export const recoveryCodeUsed: EventType<{ left: number }> = {
  name: "account.recovery_code_used",
  payload: z.object({ left: z.number() }),
};

const passkey = z.object({ passkey_id: z.string() });

export const passkeyAdded: EventType<{ passkey_id: string }> = {
  name: "account.passkey_added",
  payload: passkey,
};

export const passkeyRenamed: EventType<{ passkey_id: string }> = {
  name: "account.passkey_renamed",
  payload: passkey,
};

export const passkeyRemoved: EventType<{ passkey_id: string }> = {
  name: "account.passkey_removed",
  payload: passkey,
};

export const googleConnected: EventType<object> = { name: "account.google_connected", payload: none };

export const googleDisconnected: EventType<object> = { name: "account.google_disconnected", payload: none };
