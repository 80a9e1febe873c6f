import { requireProfile } from "#src/features/profiles/profiles.ts";
import { requirePermission } from "#src/features/team/team.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { PageRequest } from "#src/platform/db/list.ts";
import { csvFile, StreamedFile } from "#src/platform/http/streamed-file.ts";
import type { ContactFilterInput, ContactSort } from "./contract.ts";
import { type ContactFilter, listContactBatches, listContactRows } from "./list-store.ts";
import { findSettings } from "./settings-store.ts";
import { toContacts } from "./showing.ts";

const PAGE_ROWS = 50;
/** Few enough that nobody waits long for the embedded database, which does one thing at a time. */
const BATCH_ROWS = 250;

/** The account's contacts that match, newest first unless asked otherwise. */
export async function listContacts(ctx: Ctx, input: ContactFilterInput & PageRequest<ContactSort>) {
  const isMasked = requireSearchable(ctx, input);
  const filter = await filterOf(ctx, input);
  const { rows, ...page } = await listContactRows(ctx.db, filter, { request: input, rows: PAGE_ROWS });
  return { ...page, items: await toContacts(ctx, rows, isMasked) };
}

/** Returns whether the actor sees contacts masked. */
export function requireSearchable(
  ctx: Ctx,
  { q, address, sort }: Pick<ContactFilterInput, "q" | "address"> & { sort?: ContactSort | undefined },
): boolean {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  // People who may not see an address may not work it out by searching or sorting, either.
  const isRevealing = q || address || sort === "name" || sort === "email";
  if (isMasked && isRevealing) throw failure(GENERAL_ERRORS, "FORBIDDEN");
  return isMasked;
}

export async function filterOf(ctx: Ctx, input: ContactFilterInput): Promise<ContactFilter> {
  const { profile_id, q, ...rest } = input;
  const profile = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  const { tag, country, status, stage_id, owner_id, since, before, address } = rest;
  return {
    ...{ account: ctx.account, profileIds: ctx.profileIds, profileId: profile?.id, words: searchedFor(q) },
    ...{ tag: tag && cleanText(tag), country, status, since, before, address },
    ...{ stageId: stage_id?.toLowerCase(), ownerId: owner_id?.replaceAll("\0", "") },
  };
}

/** A search that's empty without characters no text contains must find nothing, rather than everything. */
export function searchedFor(q = ""): string {
  return cleanText(q, 200) || q.trim().replaceAll("\0", "\ufffd");
}

const COLUMNS = [
  ...(["name", "email", "phone", "country", "time_zone", "status", "tags", "created_at"] as const),
  ...(["first_referrer", "last_referrer", "source", "import_file"] as const),
];

type Format = "csv" | "json";

/** Everything that matches, as a file that's written while it's sent. */
export async function exportContacts(
  ctx: Ctx,
  input: ContactFilterInput & { format: Format },
): Promise<File> {
  return contactsFile(ctx, await filterOf(ctx, input), input.format);
}

export async function contactsFile(ctx: Ctx, filter: ContactFilter, format: Format): Promise<File> {
  const name = `leads-${ctx.now().toISOString().slice(0, 10)}.${format}`;
  if (format === "json") return new StreamedFile(name, "application/json", jsonOf(ctx, filter));
  const { fields } = await findSettings(ctx.db, ctx.account);
  const head = [...COLUMNS, ...fields.map(({ key }) => key)];
  return csvFile(
    name,
    head,
    linesOf(
      ctx,
      filter,
      fields.map(({ key }) => key),
    ),
  );
}

async function* admittedBatches(ctx: Ctx, filter: ContactFilter) {
  for await (const rows of listContactBatches(ctx.db, filter, BATCH_ROWS)) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    yield await toContacts(ctx, rows, false);
  }
}

async function* linesOf(ctx: Ctx, filter: ContactFilter, keys: readonly string[]) {
  for await (const batch of admittedBatches(ctx, filter))
    yield batch.map((contact) => {
      const { name, email, phone, country, time_zone, status, tags, created_at, fields, origin } = contact;
      return [
        ...[name, email, phone ?? "", country, time_zone ?? "", status, tags.join(", "), created_at],
        ...[contact.first_touch?.referrer_host ?? "", contact.last_touch?.referrer_host ?? ""],
        ...[origin.by, origin.file_name ?? ""],
        ...keys.map((key) => cellOf(fields[key])),
      ];
    });
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? value : String(value);
}

async function* jsonOf(ctx: Ctx, filter: ContactFilter): AsyncGenerator<string> {
  let before = "[\n";
  for await (const batch of admittedBatches(ctx, filter)) {
    yield before + batch.map((contact) => JSON.stringify(contact)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
