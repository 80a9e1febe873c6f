/* When a link opens, and for whom, as stored. */
import type * as z from "zod";
import { hashInTurn } from "#src/features/identity/accounts/passwords/passwords.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { isTimeZone } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { ACCESS_ERRORS, PASSWORD_CHARS_MIN } from "./access-contract.ts";
import type { linkFieldsSchema } from "./contract.ts";
import { parseUrl } from "./fields.ts";
import { AUDIENCE_LISTS, type Audience, type Schedule } from "./page/access.ts";
import type { LinkRow } from "./store.ts";

type Input = Partial<z.output<typeof linkFieldsSchema>> & Hashed;

/** A form whose password has been hashed. */
export interface Hashed {
  password_hash?: string | null | undefined;
}

type Access = Pick<
  LinkRow,
  "schedule" | "expires_at" | "expires_clicks" | "expired_url" | "audience" | "password_hash" | "notes"
>;

const NOTES_CHARS_MAX = 2000;

/** Hashing takes time, so call this before the transaction. */
export async function hashPasswordOf<Form extends Partial<z.output<typeof linkFieldsSchema>>>(
  ctx: Ctx,
  { password, ...form }: Form,
): Promise<Omit<Form, "password"> & Hashed> {
  if (password === undefined) return form;
  if (password === null || password === "") return { ...form, password_hash: null };
  if (password.trim().length < PASSWORD_CHARS_MIN)
    throw failure(ACCESS_ERRORS, "PASSWORD_TOO_SHORT", { data: { field: "password" } });
  return { ...form, password_hash: await hashInTurn(ctx.account, password) };
}

/** Converts the changed conditions. Absent ones stay absent. */
export function parseAccess(input: Input): Partial<Access> {
  const access: Partial<Access> = {};
  if (input.schedule !== undefined) access.schedule = parseSchedule(input.schedule);
  if (input.expires_at !== undefined) access.expires_at = isoOf(input.expires_at);
  if (input.expires_clicks !== undefined) access.expires_clicks = input.expires_clicks;
  if (input.expired_url !== undefined) {
    const typed = input.expired_url ?? "";
    access.expired_url = isBlank(typed) ? null : parseUrl(typed, "expired_url");
  }
  if (input.audience !== undefined) access.audience = parseAudience(input.audience);
  if (input.password_hash !== undefined) access.password_hash = input.password_hash;
  if (input.notes !== undefined) {
    const notes = cleanText(input.notes ?? "", NOTES_CHARS_MAX);
    access.notes = isBlank(notes) ? null : notes;
  }
  return access;
}

/** Counting starts when a limit is set. */
export function restartCount(row: LinkRow, changes: Partial<LinkRow>): Partial<LinkRow> {
  const isNew = row.expires_clicks === null && typeof changes.expires_clicks === "number";
  return isNew ? { ...changes, opened_count: 0 } : changes;
}

/** Blocks have none of these. */
export function usesAccess(input: Input): boolean {
  const { schedule, expires_at, expires_clicks, audience, password_hash } = input;
  return Boolean(schedule || expires_at || expires_clicks || audience || password_hash);
}

function isoOf(text: string | null | undefined): string | null {
  return text ? new Date(text).toISOString() : null;
}

export function parseSchedule(input: NonNullable<Input["schedule"]> | null): Schedule | null {
  if (input === null) return null;
  const { time_zone, windows } = input;
  const [from, until] = [isoOf(input.from), isoOf(input.until)];
  if (!isTimeZone(time_zone))
    throw failure(ACCESS_ERRORS, "LINK_ZONE_UNKNOWN", { data: { field: "schedule.time_zone" } });
  if (from !== null && until !== null && until <= from)
    throw failure(ACCESS_ERRORS, "SCHEDULE_INVALID", { data: { field: "schedule.until" } });
  if (from === null && until === null && windows.length === 0) return null;
  const sorted = windows.map((window) => ({ ...window, days: [...new Set(window.days)].sort() }));
  return { from, until, time_zone, windows: sorted };
}

function parseAudience(input: NonNullable<Input["audience"]> | null): Audience | null {
  if (input === null) return null;
  const audience = Object.fromEntries(
    AUDIENCE_LISTS.map((list) => [list, [...new Set((input[list] ?? []).map(nameOf))].filter(Boolean)]),
  ) as Audience;
  return AUDIENCE_LISTS.every((list) => audience[list].length === 0) ? null : audience;
}

const nameOf = (name: string) => cleanText(name).toLowerCase();
