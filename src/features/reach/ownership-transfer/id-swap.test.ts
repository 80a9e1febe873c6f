// @project server-postgres
import { randomUUID } from "node:crypto";
import { getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import "#src/node/slices.ts";
import { accountParts } from "#src/platform/account-data-registry.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { totpAt } from "#test/harness/totp.ts";

/**
 * Columns with an account's id, which is its owner's user id: they stay as they are, whoever owns it. Every other
 * column with a user id says which person, and belongs in `people` of its slice's `account-part.ts`.
 */
const OF_ACCOUNTS = [
  "ab_assignments.user_id",
  "ab_tests.user_id",
  "ab_variants.user_id",
  "account_merges.source",
  "account_merges.target",
  "account_milestones.user_id",
  "account_weeks.user_id",
  "alert_settings.user_id",
  "analytics_goals.user_id",
  "analytics_notes.user_id",
  "api_keys.account",
  "automation_batches.user_id",
  "automation_events.user_id",
  "automation_matches.user_id",
  "automation_runs.user_id",
  "automation_versions.user_id",
  "automations.user_id",
  "batches.user_id",
  "billing_events.account",
  "campaign_series.user_id",
  "campaign_settings.user_id",
  "campaigns.user_id",
  "client_profiles.user_id",
  "contact_consents.user_id",
  "contact_merges.user_id",
  "contact_requests.user_id",
  "contact_settings.user_id",
  "contact_tasks.user_id",
  "contact_timeline.user_id",
  "contacts.user_id",
  "coupon_redemptions.account",
  "deliveries.user_id",
  "delivery_clicks.user_id",
  "delivery_returns.user_id",
  "dmarc_reports.user_id",
  "dmarc_sources.user_id",
  "domains.account",
  "egress_tracking.user_id",
  "ended_keys.account",
  "enrollment_steps.user_id",
  "enrollments.user_id",
  "events.account",
  "fan_leads.user_id",
  "feature_accounts.account",
  "first_campaigns.user_id",
  "followed_jobs.account",
  "former_contacts.user_id",
  "handover_offers.account",
  "impersonations.account",
  "import_changes.user_id",
  "import_parts.user_id",
  "import_problems.user_id",
  "imports.user_id",
  "inboxes.user_id",
  "incoming_webhook_calls.user_id",
  "incoming_webhook_keys.user_id",
  "incoming_webhooks.user_id",
  "link_analytics.user_id",
  "link_checks.user_id",
  "link_names.user_id",
  "link_targets.account",
  "link_versions.user_id",
  "links.user_id",
  "mail_caps.user_id",
  "mail_clicks.user_id",
  "mail_files.user_id",
  "mail_hook_tokens.user_id",
  "mail_hooks.user_id",
  "mail_opens.user_id",
  "mail_pictures.user_id",
  "mail_rollups.user_id",
  "mail_senders.user_id",
  "mail_trust.user_id",
  "mailbox_receivers.user_id",
  "mailbox_uses.user_id",
  "mailboxes.user_id",
  "mails.account",
  "notifications.account",
  "orders.user_id",
  "page_drafts.user_id",
  "page_imports.user_id",
  "page_versions.user_id",
  "page_views.user_id",
  "referral_codes.user_id",
  "referral_rewards.user_id",
  "referrals.referrer_user_id",
  "removed_rows.account",
  "report_subscriptions.account",
  "sandbox_customers.account",
  "seed_addresses.user_id",
  "seed_results.user_id",
  "seed_tests.user_id",
  "segment_changes.user_id",
  "segment_members.user_id",
  "segment_moves.user_id",
  "segments.user_id",
  "sender_domains.user_id",
  "sending_stops.user_id",
  "sequence_batches.user_id",
  "sequence_versions.user_id",
  "price_move_accounts.account",
  "sequences.user_id",
  "snippets.user_id",
  "staff_access.account",
  "staff_approvals.account",
  "staff_change_items.account",
  "staff_grants.account",
  "stat_shares.user_id",
  "subscriptions.account",
  "suppressions.user_id",
  "table_views.account",
  "team_invitations.account",
  "team_members.account",
  "template_versions.user_id",
  "templates.user_id",
  "themes.user_id",
  "traffic_alerts.user_id",
  "transactional_mails.user_id",
  "trigger_matches.user_id",
  "user_change_items.account",
  "utm_templates.user_id",
  "webhook_deliveries.account",
  "webhooks.account",
  // What a person got can't change places with what another got, where both got the same.
  "broadcast_audiences.account",
  "broadcast_receivers.account",
  "instance_messages.account",
  "reminder_receipts.account",
  "security_incidents.account",
  "signal_hits.account",
];
/** What a column alone doesn't tell, and what becomes of it. */
const APART: Record<string, string> = {
  "signal_hits.subject": "a page or an account, which stay",
  "ab_tests.decided_by": "a rule or a hand, not whose",
  "ab_variants.subject": "what an e-mail is about",
  "campaigns.subject": "what an e-mail is about",
  "contacts.email": "a fan’s",
  "email_changes.email": "an address",
  "events.actor": "its person follows (`swapActors`)",
  "events.subject": "follows where the event is about a person (`swapSubjects`)",
  "fan_leads.email": "a fan's",
  "help_requests.email": "an address",
  "help_requests.subject": "what a request is about",
  "kept_answers.owner": "a digest, kept for a day",
  "mails.about": "what it's about belongs to the account",
  "mails.recipient": "an address",
  "media.user_id": "people's own pictures follow them (`swapOwnPictures`)",
  "moderation_cases.appeal_decided_by": "staff, who decided about others",
  "moderation_cases.decided_by": "staff, who decided about others",
  "page_reports.reporter_email": "an address",
  "referrals.referred_user_id": "the new owner's own account ends (`forgetReferred`)",
  "security_incidents.subject": "a limit, a way to sign in, a country, or a block",
  "sessions.active_account": "people go on where they were (`moveSessions`)",
  "team_invitations.email": "an address",
  "templates.subject": "what an e-mail is about",
  "suppressions.email": "a fan’s",
  "transactional_mails.email": "whoever a program wrote to",
  "transactional_mails.subject": "what an e-mail is about",
  "two_factors.bound_to": "what's sealed stays bound (`bindTwoFactors`)",
  "users.email": "the rows' people swap (`swapPersonRows`)",
  "users.id": "the same",
};
const LOOKS_LIKE_A_PERSON =
  /^(account|account_id|about|actor|bound_to|email|id|owner|person|recipient|reporter_email|subject|started_by|active_account|user)$|_by$|user_id$/;

let app: TestApp;
let owner: Client;
let member: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off", ROLES: "web" });
  await app.signUp();
  owner = await app.signUp({ name: "Olga" });
  member = await app.signUp({ name: "Mia" });
  await app.platform.db.execute(sql`update users set email_verified = true`);
});
afterAll(() => app?.close());

const people = accountParts().flatMap((part) =>
  (part.people ?? []).map((column) => [getTableName(column.table), column.name] as const),
);

it("every column with a user id follows the person, or stays with the account", async () => {
  const columns = await rowsOf<{ name: string; is_key: boolean }>(
    app.platform.db,
    sql`select c.table_name || '.' || c.column_name as name, exists (
          select 1 from information_schema.key_column_usage k
            join information_schema.referential_constraints r using (constraint_schema, constraint_name)
            join information_schema.constraint_column_usage u
              on u.constraint_name = r.constraint_name and u.constraint_schema = r.constraint_schema
          where k.table_name = c.table_name and k.column_name = c.column_name and u.table_name = 'users') as is_key
        from information_schema.columns c where c.table_schema = 'public' and c.data_type in ('text', 'jsonb')`,
  );
  const known = new Set([...people.map((names) => names.join(".")), ...OF_ACCOUNTS, ...Object.keys(APART)]);
  // A text that's a row's own id is another table's business only if it's a person's.
  const owned = columns.filter(({ name, is_key }) => {
    const [table = "", column = ""] = name.split(".");
    if (column === "id" && table !== "users") return false;
    return is_key || LOOKS_LIKE_A_PERSON.test(column);
  });
  expect(owned.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  const existing = new Set(columns.map(({ name }) => name));
  expect([...known].filter((name) => !existing.has(name))).toEqual([]);
});

type Rows = Record<string, Record<string, unknown>[]>;

/** The rows of all tables that say something about people. */
async function snapshot(): Promise<Rows> {
  const rows: Rows = {};
  for (const table of new Set(people.map(([table]) => table)))
    rows[table] = (
      await rowsOf<{ row: Record<string, unknown> }>(
        app.platform.db,
        sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
      )
    ).map(({ row }) => row);
  return rows;
}

/** Rows for both, wherever a person can have some. */
async function fill(): Promise<{ secret: string; other: Client }> {
  const { db } = app.platform;
  const other = await app.signUp({ name: "Otto" });
  for (const [client, n] of [
    [owner, 1],
    [member, 2],
  ] as const) {
    const { id } = client;
    const own = [
      sql`insert into passkeys (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
        values (${`p${n}`}, 'n', 'k', ${id}, ${`c${n}`}, 0, 'd', true)`,
      sql`insert into notification_preferences (user_id, off) values (${id}, ${`{fans.email,n${n}}`})`,
      sql`insert into api_keys (id, account, made_by, name, start, hash, scopes, created_at)
        values (gen_random_uuid(), ${owner.id}, ${id}, 'n', 's', ${`h${n}`}, '{}', now())`,
      sql`insert into webhooks (id, account, made_by, url, events, secret, disabled_at, created_at)
        values (gen_random_uuid(), ${owner.id}, ${id}, 'https://a.example', '{}', '', now(), now())`,
      sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, oauth_by, created_at)
        values (${owner.id}, gen_random_uuid(), 'gmail', 'n', 'a@example.com', 'active', now(), ${id}, now())`,
      sql`insert into team_members (account, user_id, role, created_at) values (${other.id}, ${id}, ${n === 1 ? "admin" : "viewer"}, now())`,
      sql`insert into team_invitations (id, account, email, role, invited_by, accepted_by, state, created_at, expires_at)
        values (gen_random_uuid(), ${other.id}, ${`a${n}@example.com`}, 'viewer', ${id}, ${id}, 'declined', now(), now())`,
      sql`insert into referral_marks (user_id, kind, hash, seen_at) values (${id}, 'address', 'same', now())`,
      sql`insert into affiliate_popups (user_id, last_affiliate_popup, affiliate_popup_count) values (${id}, now(), ${n})`,
      sql`insert into followed_jobs (account, id, job_id, name, permission, started_by, total, created_at)
        values (${owner.id}, gen_random_uuid(), gen_random_uuid(), 'x', 'account.see', ${id}, 1, now())`,
      sql`insert into handover_offers (account, id, user_id, is_staying, created_at, expires_at)
        values (${n === 1 ? other.id : app.platform.newId()}, gen_random_uuid(), ${id}, true, now(), now())`,
      sql`insert into legal_consents (user_id, name, version, dated, how, agreed_at)
        values (${id}, 'terms', ${n}, '2026-01-01', 'asked', now())`,
      sql`insert into legal_drafts (name, texts, summary, updated_at, updated_by)
        values (${n === 1 ? "terms" : "privacy"}, '{}', '{}', now(), ${id})`,
      sql`insert into legal_versions (name, number, texts, summary, notice, effective_at, published_at, published_by, told_at)
        values ('cookies', ${n}, '{"en": "x", "es": ""}', '{"en": "", "es": ""}', 'quiet', now(), now(), ${id}, now())`,
      sql`with banner as (insert into banners (id, texts, tone, url, labels, audience, updated_by, updated_at)
          values (gen_random_uuid(), '{}', 'info', '', '{}', 'staff', ${id}, now()) returning id)
        insert into banner_dismissals (banner_id, user_id, dismissed_at) select id, ${id}, now() from banner`,
      sql`insert into reply_templates (id, kind, name, texts, decisions, reasons, version, updated_by, updated_at)
        values (gen_random_uuid(), 'help', 'x', '{}', '[]', '[]', 1, ${id}, now())`,
      sql`insert into notifications (id, user_id, account, kind, subject, actor, data, since, created_at)
        values (gen_random_uuid(), ${id}, ${other.id}, 'member_joined', ${id}, ${id}, '{}', now(), now())`,
      ...helpOf(id, n),
    ];
    for (const row of own.filter((_, at) => n === 1 || at !== 10)) await db.execute(row);
    await client.api("PUT", "/me/picture", await pictureForm());
  }
  const { secret } = (await member.api("POST", "/me/two-factor")).body;
  const code = await totpAt(secret, app.clock.now());
  expect((await member.api("POST", "/me/two-factor/confirm", { code })).status).toBe(200);
  app.clock.advance(30_000);
  await app.platform.db.execute(
    sql`insert into accounts (id, account_id, provider_id, user_id) values ('g', 'sub', 'google', ${member.id})`,
  );
  return { secret, other };
}

/** What one asked, and answered as staff. */
function helpOf(id: string, n: number) {
  const request = randomUUID();
  return [
    sql`insert into help_requests (id, number, account_id, email, language, subject, page_url, assignee_id, is_premium, created_at, waiting_since, updated_at)
      values (${request}, ${`H-${n}`}, ${id}, 'a@example.com', 'en', 's', '', ${id}, false, now(), now(), now())`,
    sql`insert into help_messages (id, request_id, account_id, is_answer, written_by, text, created_at)
      values (gen_random_uuid(), ${request}, ${id}, true, ${id}, 't', now())`,
    sql`insert into help_notes (id, request_id, account_id, written_by, text, created_at)
      values (gen_random_uuid(), ${request}, ${id}, ${id}, 't', now())`,
  ];
}

const swapped = (value: unknown) => (value === owner.id ? member.id : value === member.id ? owner.id : value);

/** In an order that doesn't depend on ids. */
const sorted = (rows: Record<string, unknown>[]) => rows.map((row) => JSON.stringify(row)).sort();

it("after a handover, everything of a person is under their new id, and what they sign in with works", async () => {
  const { db } = app.platform;
  const { secret, other } = await fill();
  await db.execute(
    sql`insert into team_members (account, user_id, role, created_at) values (${owner.id}, ${member.id}, 'editor', now())`,
  );
  await owner.api("POST", "/profiles", { name: "Shop" });
  await owner.api("POST", "/team/handover", { member_id: member.id, is_staying: false });
  const [offer] = (await member.api("GET", "/team/handover/offers")).body.items;
  const before = await snapshot();
  const pictures = await Promise.all(
    [owner, member].map(async (c) => (await c.api("GET", "/me")).body.picture),
  );
  const accepted = await member.api("POST", "/team/handover/accept", { id: offer.id });
  expect([accepted.status, accepted.body.account]).toEqual([200, owner.id]);
  const after = await snapshot();
  // These are apart: the member's place and the offer end, and the next lines look at the others.
  delete before.notifications;
  for (const [table, rows] of Object.entries(before)) {
    const columns = people.filter(([name]) => name === table).map(([, column]) => column);
    const isGone = (row: Record<string, unknown>) =>
      (table === "team_members" || table === "handover_offers") && row.account === owner.id;
    const loose = ["active_account", "bound_to", "trust_from", "last_used_at", "updated_at"];
    const isOwnPicture = (row: Record<string, unknown>) => table === "media" && row.purpose === "own";
    const bare = (row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !loose.includes(column)));
    const expected = rows
      .filter((row) => !isGone(row))
      .map((row) =>
        Object.fromEntries(
          Object.entries(bare(row)).map(([column, value]) => [
            column,
            columns.includes(column) || (column === "user_id" && isOwnPicture(row)) ? swapped(value) : value,
          ]),
        ),
      );
    expect(sorted((after[table] ?? []).map(bare)), table).toEqual(sorted(expected));
  }
  expect(before.two_factors).toHaveLength(1);
  const told = after.notifications?.filter(({ account }) => account === other.id);
  expect(told?.map(({ user_id, subject, actor }) => [user_id, subject, actor]).sort()).toEqual(
    [owner.id, member.id].map((id) => [id, id, id]).sort(),
  );
  const files = [member, owner].map(({ id }, at) =>
    rowsOf(db, sql`select 1 from media where user_id = ${at === 0 ? owner.id : member.id} and ${id} <> ''`),
  );
  expect((await Promise.all(files)).map((rows) => rows.length)).toEqual([1, 1]);
  expect((await member.api("GET", "/me")).body.picture).toBe(pictures[1]);
  for (const picture of pictures) expect((await app.visitor().call("GET", picture)).status).toBe(200);

  const again = app.visitor();
  const { email } = member;
  const first = { email, password: "correct horse battery staple" };
  expect((await again.call("POST", "/api/auth/sign-in/email", first)).body.code).toBe("SECOND_STEP_REQUIRED");
  const code = await totpAt(secret, app.clock.now());
  expect((await again.call("POST", "/api/auth/sign-in/second-step", { code })).status).toBe(200);
  expect((await again.api("GET", "/me")).body).toMatchObject({ id: owner.id, email });
});
