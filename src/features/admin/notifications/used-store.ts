/* SQL for what accounts have used. Each finds its rows by an index that starts with the account. */
import { type SQL, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { UsedName } from "./rules.ts";

interface Rows {
  table: string;
  /** The column with the account. Defaults to `user_id`. */
  account?: string;
  /** Which of the rows count, if it isn't all of them. */
  only?: string;
}

const ROWS: Readonly<Record<UsedName, Rows>> = {
  lead_form: {
    table: "client_profiles",
    only: "used.lead_capture_enabled and used.deleted_at is null and used.draft_of is null",
  },
  custom_domain: { table: "domains", account: "account", only: "used.verified_at is not null" },
  qr_design: {
    table: "client_profiles",
    only: "used.qr_design is not null and used.deleted_at is null and used.draft_of is null",
  },
  page_import: { table: "page_imports" },
  page_draft: { table: "page_drafts" },
  team: { table: "team_members", account: "account" },
  referral: { table: "referrals", account: "referrer_user_id" },
  contact_import: { table: "imports" },
  segments: { table: "segments" },
  sending_account: { table: "mailboxes", only: "used.state <> 'unverified'" },
  templates: { table: "templates" },
  campaigns: { table: "campaigns", only: "used.state in ('sending', 'paused', 'auto_paused', 'sent')" },
  sequences: { table: "sequences", only: "used.state <> 'draft'" },
  automations: { table: "automations", only: "used.state <> 'draft'" },
  ab_tests: { table: "ab_tests" },
  transactional_mail: { table: "transactional_mails" },
  webhooks: { table: "webhooks", account: "account" },
  incoming_webhooks: { table: "incoming_webhooks" },
  api_keys: { table: "api_keys", account: "account" },
  goals: { table: "analytics_goals" },
  two_factor: { table: "two_factors", only: "used.confirmed_at is not null" },
  passkeys: { table: "passkeys" },
};

export function hasUsed(name: UsedName): SQL {
  const { table, account = "user_id", only } = ROWS[name];
  const isCounted = only === undefined ? sql`` : sql` and ${sql.raw(only)}`;
  return sql`exists (select from ${sql.raw(`${table} used where used.${account}`)} = ${user.id}${isCounted})`;
}
