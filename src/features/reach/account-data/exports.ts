import { findDeletionDue, requireMember, requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { requireRecentSignIn } from "#src/features/identity/accounts/reauthentication.ts";
import { listProfileIds } from "#src/features/pages/profiles/profiles.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { csvLines } from "#src/lib/csv.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import {
  type AccountKeys,
  type AccountTable,
  accountParts,
  exportedRows,
} from "#src/platform/account-data-registry.ts";
import type { Ctx, Person } from "#src/platform/context.ts";
import { type ZipEntry, zipFile } from "#src/platform/http/zip.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { ACCOUNT_DATA_ERRORS } from "./contract.ts";
import { accountExported } from "./events.ts";
import { exportLink, isExportLink, openMergedExportLink } from "./export-links.ts";
import { exportMail } from "./mails.ts";
import { EXPORT_FORMAT } from "./rules.ts";

const EXPORTS: Limit = { name: "account-data.export", attempts: 10, seconds: 3600 };

/** Creates a link to the account's data, which is also e-mailed to its owner. */
export async function startExport(ctx: Ctx) {
  const { person } = requireMember(ctx);
  await requireRecentSignIn(ctx);
  await ctx.limits.count(EXPORTS, person.id);
  await ctx.write(async (ctx) => {
    await ctx.announce(accountExported, { subject: person.id, payload: {} });
    await enqueueMail(ctx, {
      mail: exportMail,
      to: person.email,
      account: person.id,
      data: { account: person.id, email: person.email },
    });
  });
  return exportLink(ctx, person.id);
}

/**
 * Exports everything in the account as a ZIP archive, written while it's sent. It requires the link and its
 * owner.
 */
export async function downloadExport(ctx: Ctx, { token }: { token: string }): Promise<File> {
  const person = requirePerson(ctx);
  if (!isExportLink(ctx, { account: person.id, token })) throw failure(ACCOUNT_DATA_ERRORS, "EXPORT_EXPIRED");
  return zipOf(ctx, person);
}

/** The same for what didn't move from an account that was merged into this one, as long as it's about to be deleted. */
export async function downloadMergedExport(ctx: Ctx, { token }: { token: string }): Promise<File> {
  const person = requirePerson(ctx);
  const link = openMergedExportLink(ctx, { target: person.id, token });
  const source = link && (await findPerson(ctx.db, link.source));
  const due = link && (await findDeletionDue(ctx.db, link.source));
  if (!source || due?.toISOString() !== link.due_at) throw failure(ACCOUNT_DATA_ERRORS, "EXPORT_EXPIRED");
  return zipOf(ctx, { ...source, id: link.source });
}

type Owner = Pick<Person, "id" | "name" | "email">;

async function zipOf(ctx: Ctx, person: Owner): Promise<File> {
  const { id: account, email } = person;
  const keys = { account, email, profileIds: await listProfileIds(ctx.db, account) };
  return zipFile(`export-${ctx.now().toISOString().slice(0, 10)}.zip`, entriesOf(ctx, { person, keys }));
}

interface Exported {
  person: Owner;
  keys: AccountKeys;
}

async function* entriesOf(ctx: Ctx, { person, keys }: Exported): AsyncGenerator<ZipEntry> {
  const about = {
    format: EXPORT_FORMAT,
    instance: ctx.instance.publicUrl,
    exported_at: ctx.now().toISOString(),
    name: person.name,
    email: person.email,
    account: person.id,
  };
  yield { name: "account.json", pieces: [bytes(JSON.stringify(about, null, 2))] };
  yield { name: "README.txt", pieces: [bytes(readme(ctx.settings.get(INSTANCE_NAME)))] };
  for (const { tables, exportFiles } of accountParts()) {
    for (const table of tables.filter(({ exported }) => exported)) {
      const as = table.exported?.as;
      yield { name: `${as}.json`, pieces: jsonOf(ctx, table, keys) };
      yield { name: `${as}.csv`, pieces: csvOf(ctx, table, keys) };
    }
    for await (const { name, content } of exportFiles?.(ctx, keys) ?? [])
      yield { name, pieces: [content], isCompressed: true };
  }
}

function readme(instance: string): string {
  return [
    `This is everything in your ${instance} account.`,
    "",
    "Each kind of data comes twice: as JSON for programs, and as CSV for spreadsheets.",
    "Times are in UTC. Your pictures are in the folder pictures.",
    "Passwords, API keys, and the secrets of webhooks and sending accounts aren't included.",
    "",
    "To bring it back, choose this file under Settings, Your data, Import. That restores your profiles, links,",
    "pictures, leads with all that's known about them, addresses that get no e-mail, templates, campaigns that",
    "haven't gone out, orders, and your settings. The import says what else is only here for reading.",
    "",
  ].join("\r\n");
}

async function* jsonOf(ctx: Ctx, table: AccountTable, keys: AccountKeys) {
  let between = "[\n";
  for await (const rows of batchesOf(ctx, table, keys)) {
    yield bytes(between + rows.map((row) => JSON.stringify(row)).join(",\n"));
    between = ",\n";
  }
  yield bytes(between === "[\n" ? "[]\n" : "\n]\n");
}

async function* csvOf(ctx: Ctx, table: AccountTable, keys: AccountKeys) {
  let isFirst = true;
  for await (const rows of batchesOf(ctx, table, keys)) {
    const head = isFirst ? [Object.keys(rows[0] ?? {})] : [];
    yield bytes(
      (isFirst ? "\ufeff" : "") + csvLines([...head, ...rows.map((row) => Object.values(row).map(cellOf))]),
    );
    isFirst = false;
  }
}

async function* batchesOf(ctx: Ctx, table: AccountTable, keys: AccountKeys): AsyncGenerator<object[]> {
  const show = table.exported?.show;
  for await (const rows of exportedRows(ctx.db, table, keys)) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    yield rows.map(({ key: _, ...row }) => (show ? show(row as never) : row));
  }
}

function cellOf(value: unknown): string | number {
  if (typeof value === "number" || typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
