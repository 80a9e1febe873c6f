/* Exports contacts as files, with the proof of their consents. Written while they're sent, a batch of rows
   at a time. */

import type { ConsentRow } from "#src/features/audience/consent-records/consent-records.ts";
import { listConsentsOfMany } from "#src/features/audience/consent-records/consent-records.ts";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { getOwn } from "#src/lib/get-own.ts";
import type { Ctx } from "#src/platform/context.ts";
import { BATCH_ROWS } from "#src/platform/db/bulk.ts";
import { csvFile, StreamedFile } from "#src/platform/http/streamed-file.ts";
import type { Contact, ContactFilterInput } from "../contract.ts";
import { type ContactSettings, findSettings } from "../fields/settings-store.ts";
import type { ContactFilter } from "../list/filter-store.ts";
import { resolveFilter } from "../list/list.ts";
import { listContactBatches } from "../list/list-store.ts";
import { listTeammates } from "../pipeline/pipeline.ts";
import { consentsFor, toContacts } from "../present.ts";
import type { Touch } from "../rules.ts";
import { listPageNames } from "./export-store.ts";
import { joinTags } from "./tag-rules.ts";

type Format = "csv" | "json";
type Consent = Omit<ConsentRow, "user_id" | "contact_id" | "id">;
type Exported = Contact & { consents: Consent[] };

export async function exportContacts(
  ctx: Ctx,
  input: ContactFilterInput & { format: Format },
): Promise<File> {
  return contactsFile(ctx, await resolveFilter(ctx, input), input.format);
}

export async function contactsFile(ctx: Ctx, filter: ContactFilter, format: Format): Promise<File> {
  const name = `leads-${ctx.now().toISOString().slice(0, 10)}.${format}`;
  if (format === "json") return new StreamedFile(name, "application/json", jsonOf(ctx, filter));
  const { fields, ...settings } = await findSettings(ctx.db, ctx.account);
  const keys = fields.map(({ key }) => key);
  const names = await namesIn(ctx, settings);
  return csvFile(name, [...COLUMNS, ...keys], linesOf(batchesOf(ctx, filter), { names, keys }));
}

async function* batchesOf(ctx: Ctx, filter: ContactFilter): AsyncGenerator<Exported[]> {
  for await (const rows of listContactBatches(ctx.db, filter, BATCH_ROWS)) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    const contacts = await toContacts(ctx, rows, false);
    const ids = contacts.map(({ id }) => id);
    const consents = Map.groupBy(
      consentsFor(ctx, await listConsentsOfMany(ctx.db, ctx.account, ids)),
      ({ contact_id }) => contact_id,
    );
    yield contacts.map((contact) => ({
      ...contact,
      consents: (consents.get(contact.id) ?? []).map(
        ({ user_id: _, contact_id: __, id: ___, ...one }) => one,
      ),
    }));
  }
}

interface Names {
  currency: string;
  stages: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
  pages: ReadonlyMap<string, string>;
}

/** Returns the names of things that rows refer to by id. */
async function namesIn(
  ctx: Ctx,
  { stages, currency }: Pick<ContactSettings, "stages" | "currency">,
): Promise<Names> {
  const byId = (named: readonly { id: string; name: string }[]) =>
    new Map(named.map(({ id, name }) => [id, name] as const));
  return {
    currency,
    stages: byId(stages),
    people: byId((await listTeammates(ctx)).items),
    pages: byId(await listPageNames(ctx.db, ctx.account)),
  };
}

const UTM = ["source", "medium", "campaign", "term", "content"] as const;
const TOUCH = [
  ...(["at", "app", "referrer", "page", "link", "variant", "country"] as const),
  ...(["device", "language"] as const),
  ...UTM.map((name) => `utm_${name}` as const),
];
const CONSENT = ["state", "version", "method", "given_at", "confirmed_at", "ended_at", "text"] as const;
const COLUMNS = [
  ...(["name", "email", "phone", "country", "time_zone", "status", "tags", "created_at"] as const),
  ...(["source", "import_file", "stage", "stage_at", "value", "currency", "owner", "score"] as const),
  ...(["first", "last"] as const).flatMap((which) => TOUCH.map((name) => `${which}_${name}`)),
  ...CONSENT.map((name) => `consent_${name}`),
  "other_consents",
];

async function* linesOf(
  batches: AsyncGenerator<Exported[]>,
  { names, keys }: { names: Names; keys: readonly string[] },
) {
  for await (const batch of batches)
    yield batch.map((contact) => [
      ...ownCells(contact, names),
      ...[contact.first_touch, contact.last_touch].flatMap((touch) => touchCells(touch, names)),
      ...consentCells(contact.consents),
      ...keys.map((key) => cellOf(getOwn(contact.fields, key))),
    ]);
}

function ownCells(contact: Exported, { stages, people, currency }: Names) {
  const { name, email, phone, country, time_zone, status, tags, created_at, origin } = contact;
  const { stage_id, stage_at, value_cents, owner_id } = contact;
  return [
    ...[name, email, phone ?? "", country, time_zone ?? "", status, joinTags(tags), created_at],
    ...[origin.by, origin.file_name ?? "", stages.get(stage_id ?? "") ?? "", stage_at ?? ""],
    ...(value_cents === null ? ["", ""] : [value_cents / 100, currency]),
    people.get(owner_id ?? "") ?? "",
    contact.score,
  ];
}

function touchCells(touch: Touch | null, { pages }: Names): string[] {
  if (!touch) return TOUCH.map(() => "");
  const { at, app = "", referrer_host, profile_id, link = "", variant = "", country, utm = {} } = touch;
  const { device = "", language = "" } = touch;
  const path = [at, app, referrer_host, pages.get(profile_id) ?? "", link, variant, country];
  return [...path, device, language, ...UTM.map((name) => utm[name] ?? "")];
}

/** News has its own columns; other topics share one cell. */
function consentCells(consents: readonly Consent[]): string[] {
  const news = consents.find(({ topic }) => topic === NEWS_TOPIC);
  const others = consents.filter((one) => one !== news);
  return [...CONSENT.map((name) => news?.[name] ?? ""), others.length === 0 ? "" : JSON.stringify(others)];
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? value : String(value);
}

async function* jsonOf(ctx: Ctx, filter: ContactFilter): AsyncGenerator<string> {
  let before = "[\n";
  for await (const batch of batchesOf(ctx, filter)) {
    yield before + batch.map((contact) => JSON.stringify(contact)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
