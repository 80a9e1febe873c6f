// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST_TEXTS } from "#src/features/admin/reminders/first-texts.ts";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { PATHS } from "#src/lib/paths.ts";
import { cleanText } from "#src/lib/text.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { translatorFor } from "#src/platform/languages.ts";
import type { Message } from "#src/platform/mail/mail.ts";
import type { Email } from "#src/platform/mail/mail-types.ts";
import { wordingFor } from "#src/platform/mail/outbox.ts";
import { renderEmail, senderOf, type Wording } from "#src/platform/mail/render-email.tsx";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { mails } from "./slices.ts";

/** Inboxes cut off longer e-mail, including the reason why it came. */
const BYTES_MAX = 102 * 1024;

const NAMES = {
  "an empty name": "",
  "a huge name": "x".repeat(100_000),
  "a name in another script": "نورا אבג 北京 ก็ 👩‍👩‍👧‍👦",
  "a name that turns the line around": "abc\u202egnp.exe",
  "a hostile name": `</title><script>alert(1)</script>"><img src=x onerror=alert(1)>\r\nBcc: victim@example.com`,
};

let app: TestApp;
/** The data for each template. */
let data: Record<string, object>;

beforeAll(async () => {
  app = await startApp({ SUPPORT_ADDRESS: "help@example.com" });
  const owner = await app.signUp({ email: "owner@example.com" });
  const page = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  const settings = { lead_capture_enabled: true, screensaver_enabled: true };
  const link = { screensaver_link: "https://files.example/pack.zip" };
  await owner.api("PATCH", `/profiles/${page.id}`, { ...settings, ...link });
  const lead = { p_profile_id: page.id, p_name: "Nora", p_email: "nora@fans.example" };
  const { body } = await app.visitor().api("POST", "/rpc/insert_fan_lead", lead);
  await app.signUp({ email: "unproven@example.com" });
  const leads = Array.from({ length: 12 }, (_, n) => ({ ...lead, p_email: `n${n}@fans.example` }));
  for (const one of leads) await app.visitor().api("POST", "/rpc/insert_fan_lead", one);
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${owner.id}`);
  const toOwner = { email: owner.email };
  await app.visitor().api("POST", "/reports", { username: page.username, reason: "spam", details: "" });
  const [report] = await rowsOf<{ id: string }>(app.platform.db, sql`select id from page_reports`);
  const [question, decided, appealed] = [randomUUID(), randomUUID(), randomUUID()];
  await app.platform.db.execute(
    sql`insert into moderation_cases (id, number, username, owner_id, state, is_urgent, created_at, reported_at, question, decision, ground, facts, appeal, appeal_outcome, appeal_reason)
      values (${question}, 'C-1', 'nora1', ${owner.id}, 'waiting', false, now(), now(), 'Nora', null, null, null, null, null, null),
        (${decided}, 'C-2', 'nora1', ${owner.id}, 'closed', false, now(), now(), null, 'hide_page', 'terms', 'Nora', 'Nora', 'overturned', 'Nora'),
        (${appealed}, 'C-3', 'nora1', ${owner.id}, 'appealed', false, now(), now(), null, 'hide_page', 'law', 'Nora', 'Nora', null, null)`,
  );
  const told = randomUUID();
  await app.platform.db.execute(
    sql`insert into page_reports (id, number, username, reason, details, reporter_email, case_id, created_at)
      values (${told}, 'R-2', 'mia', 'spam', '', 'guest@reporters.example', ${decided}, now())`,
  );
  const help = { id: randomUUID(), message_id: randomUUID() };
  await app.platform.db.execute(
    sql`insert into help_requests (id, number, account_id, email, language, subject, page_url, is_premium, created_at, waiting_since, updated_at)
      values (${help.id}, 'H-1', ${owner.id}, ${owner.email}, 'en', 'Nora', '', true, now(), now(), now())`,
  );
  await app.platform.db.execute(
    sql`insert into help_messages (id, request_id, account_id, is_answer, text, created_at)
      values (${help.message_id}, ${help.id}, ${owner.id}, true, 'Nora', now()),
        (gen_random_uuid(), ${help.id}, ${owner.id}, false, 'Nora', now())`,
  );
  const news = randomUUID();
  const versions = {
    en: { title: "Pages are faster", text: "They load at once.", button: "See yours" },
    es: { title: "Páginas más rápidas", text: "Cargan enseguida.", button: "Ver las tuyas" },
  };
  await app.platform.db.execute(
    sql`insert into broadcasts (id, versions, channels, target, audience, is_urgent, state, created_at)
      values (${news}, ${JSON.stringify(versions)}::jsonb, '{email}', 'profiles', '{}', false, 'sending', now())`,
  );
  await app.platform.db.execute(
    sql`insert into reminder_rules (rule, is_on, delay_days, channels, times_max, versions, updated_at)
      values ('no_profile', true, 0, '{email}', 1, ${JSON.stringify(FIRST_TEXTS.no_profile)}::jsonb, now())`,
  );
  const both = (en: string, es: string) => JSON.stringify({ en, es });
  await app.platform.db.execute(
    sql`insert into legal_versions (name, number, texts, summary, notice, effective_at, published_at, told_at)
      values ('terms', 1, ${both("Be kind.", "Sé amable.")}::jsonb, ${both("More kindness.", "Más amabilidad.")}::jsonb,
        'agree', '2036-01-01', now(), now())`,
  );
  const leaving = await app.signUp({ email: "leaving@example.com" });
  const mergedUntil = (await leaving.api("DELETE", "/me", { confirmation: leaving.email })).body.due_at;
  const guest = { email: "guest@example.com", role: "editor", profile_ids: [page.id] };
  const invitation = (await owner.api("POST", "/team/invitations", guest)).body;
  const removed = await app.signUp({ email: "removed@example.com" });
  const spammer = await app.signUp({ email: "spammer@example.com" });
  await banAccount(app.platform, { id: spammer.id, reason: "We don’t allow lists that were bought." });
  const offer = randomUUID();
  await app.platform.db.execute(
    sql`insert into handover_offers (account, id, user_id, is_staying, created_at, expires_at)
      values (${owner.id}, ${offer}, ${removed.id}, true, now(), now() + interval '90 years')`,
  );
  const rule = (await owner.api("POST", "/rules", { name: "Rule" })).body;
  const webhook = randomUUID();
  await app.platform.db.execute(
    sql`insert into webhooks (id, account, made_by, url, events, secret, disabled_at, created_at)
      values (${webhook}, ${owner.id}, ${owner.id}, 'https://hooks.example/in', '{}', '', now(), now())`,
  );
  const mailbox = randomUUID();
  await app.platform.db.execute(
    sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, created_at)
      values (${owner.id}, ${mailbox}, 'smtp', 'Mia', 'mia@mia.example', 'auth_failed', now(), now())`,
  );
  const [live, dangling] = [randomUUID(), randomUUID()];
  await app.platform.db.execute(
    sql`insert into domains (id, account, profile_id, host, zone, token, state, reason, dangling_since, created_at)
      values (${live}, ${owner.id}, ${page.id}, 'nora.com', 'nora.com', '', 'active', '', null, now()),
        (${dangling}, ${owner.id}, ${page.id}, 'old.com', 'old.com', '', 'misconfigured', 'Gone.', now(), now())`,
  );
  await app.platform.db.execute(
    sql`insert into subscriptions (account, provider, subscription_id, status, units, failing_since, cancel_at, created_at)
      values (${owner.id}, 'sandbox', 'a', 'past_due', 5, now(), null, now()),
        (${removed.id}, 'sandbox', 'b', 'active', 5, null, now(), now()),
        (${leaving.id}, 'sandbox', 'c', 'ended', 5, null, null, now())`,
  );
  const links = [randomUUID(), randomUUID()];
  const toldAt = "2026-01-01T00:00:00.000Z";
  for (const id of links) {
    await app.platform.db.execute(
      sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
        values (${id}, ${page.id}, ${owner.id}, 'Shop', 'https://shop.example', 0, now(), now())`,
    );
    await app.platform.db.execute(
      sql`insert into link_checks (link_id, profile_id, user_id, url, host, state, reason, next_check_at, told_at)
        values (${id}, ${page.id}, ${owner.id}, 'https://shop.example', 'shop.example', 'dead', 'Answers 404', now(), ${toldAt})`,
    );
  }
  const change = { email: owner.email, to: "next@example.com", change_id: "change" };
  await app.platform.db.execute(
    sql`insert into email_changes (user_id, id, email, expires_at) values (${owner.id}, 'change', ${change.to}, now())`,
  );
  const newDevice = { device: "Chrome on Windows", country: "DE", city: "", at: "2026-01-01T00:00:00Z" };
  const contact = (await owner.api("GET", "/contacts")).body.items[0].id;
  const task = { title: "Call", due_at: "2026-01-01T00:00:00Z" };
  const contactTask = (await owner.api("POST", `/contacts/${contact}/tasks`, task)).body.id;
  const [halted, missed, failed, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await app.platform.db.execute(
    sql`insert into campaigns (user_id, id, name, state, state_at, audience, created_at, updated_at)
      values (${owner.id}, ${halted}, 'News', 'auto_paused', now(), '{}', now(), now()),
        (${owner.id}, ${missed}, 'News', 'missed', now(), '{}', now(), now()),
        (${owner.id}, ${failed}, 'News', 'failed', now(), '{}', now(), now()),
        (${owner.id}, ${late}, 'News', 'sending', now(), '{}', now(), now())`,
  );
  await app.platform.db.execute(
    sql`insert into sending_stops (user_id, by_staff, stopped_by, stopped_at, staff_reason)
      values (${owner.id}, true, '', now(), 'We don’t allow lists that were bought.')`,
  );
  const [{ id: contact_id } = { id: "" }] = await rowsOf<{ id: string }>(
    app.platform.db,
    sql`update contact_consents set state = 'unconfirmed' where user_id = ${owner.id} and contact_id in
      (select id from contacts where email = 'nora@fans.example') returning contact_id as id`,
  );
  const alert = randomUUID();
  await app.platform.db.execute(
    sql`insert into traffic_alerts (user_id, id, profile_id, kind, until, hours, views, usual, cause, created_at)
      values (${owner.id}, ${alert}, ${page.id}, 'spike', '2026-11-10T10:00Z', 1, 100, 9,
        '{"kind": "country", "name": "DE", "share": 0.9}', now())`,
  );
  await app.platform.db.execute(
    sql`insert into analytics_rollups (profile_id, grain, at, is_bot, dimension, key, views, visitors, clicks)
      values (${page.id}, 'quarter', '2026-11-10T10:00Z', false, 'total', '', 100, 90, 30)`,
  );
  const asked = { person: owner.id, account: owner.id, cadence: "weekly", due: "2026-11-16", zone: "UTC" };
  const [visit, removal] = [randomUUID(), randomUUID()];
  await app.platform.db.execute(
    sql`insert into impersonations (id, account, staff, session_id, level, reason, started_at, ends_at)
      values (${visit}, ${owner.id}, ${removed.id}, 's', 'change', 'They asked', now(), now())`,
  );
  await app.platform.db.execute(
    sql`insert into two_factor_removals (user_id, id, reason, due_at)
      values (${owner.id}, ${removal}, 'They asked', '2030-01-01')`,
  );
  const [priceMove, calledOff] = [randomUUID(), randomUUID()];
  await app.platform.db.execute(
    sql`insert into price_moves (id, from_list, to_list, moves_at, reason, made_at, canceled_at)
      values (${priceMove}, 1, 2, '2030-01-01', 'Nora', now(), null),
        (${calledOff}, 1, 2, '2030-01-01', 'Nora', now(), now())`,
  );
  await app.platform.db.execute(
    sql`insert into price_move_accounts (move, account, units, from_cents, to_cents, told_at, moves_at)
      values (${priceMove}, ${owner.id}, 10, 3000, 4000, now(), '2030-01-01'),
        (${calledOff}, ${owner.id}, 10, 3000, 4000, now(), '2030-01-01')`,
  );
  data = {
    "prices.changing": { move: priceMove, account: owner.id },
    "prices.kept": { move: calledOff, account: owner.id },
    "accounts.impersonated": { id: visit },
    "accounts.factor-removal": { id: removal },
    "analytics.alert": { account: owner.id, id: alert },
    "analytics.report": { ...asked, is_asked: true },
    "campaigns.halted": { account: owner.id, id: halted },
    "campaigns.failed": { account: owner.id, id: failed },
    "campaigns.missed": { account: owner.id, id: missed },
    "campaigns.late": { account: owner.id, id: late },
    "campaigns.account_stopped": { account: owner.id },
    "legal.changed": { name: "terms", number: 1, account: owner.id },
    "notifications.news": { id: news, account: owner.id },
    "reminders.reminder": { rule: "no_profile", account: removed.id, occasion: "account" },
    "links.dead": { account: owner.id, at: toldAt },
    "domains.active": { account: owner.id, id: live },
    "domains.dangling": { account: owner.id, id: dangling },
    "subscriptions.payment-failed": { account: owner.id, is_first: true },
    "subscriptions.grace": { account: owner.id, is_over: false },
    "subscriptions.ending": { account: removed.id },
    "subscriptions.not-kept": { account: leaving.id },
    "subscriptions.paid-twice": { account: owner.id, cents: 3000 },
    "mailboxes.code": { account: owner.id, id: mailbox },
    "mailboxes.stopped": { account: owner.id, id: mailbox, state: "auth_failed" },
    "moderation.report": { id: report?.id, to: "help@example.com" },
    "moderation.owner-question": { id: question },
    "moderation.statement": { id: decided },
    "moderation.report-received": { id: told },
    "moderation.report-outcome": { id: told },
    "moderation.appeal-outcome": { id: decided },
    "moderation.appeal": { id: appealed, to: "help@example.com" },
    "help-requests.received": { id: help.id },
    "help-requests.answer": help,
    "help-requests.staff": { id: help.id, to: "help@example.com", is_new: true },
    "webhooks.disabled": { account: owner.id, id: webhook },
    "account-data.closing": { account: leaving.id, email: leaving.email, due_at: "2030-01-01T00:00:00Z" },
    "account-data.export": { account: leaving.id, email: leaving.email },
    "users.merged": { source: leaving.id, target: owner.id, due_at: mergedUntil, reason: "Nora" },
    "users.merged-into": { source: leaving.id, target: owner.id, due_at: mergedUntil, reason: "Nora" },
    "account-data.farewell": { email: leaving.email },
    "accounts.new-device": { ...toOwner, ...newDevice },
    "accounts.password-changed": toOwner,
    "accounts.old-email": change,
    "accounts.new-email": change,
    "accounts.verification": { email: "unproven@example.com" },
    "accounts.reset": toOwner,
    "accounts.sign-in": toOwner,
    "accounts.test": toOwner,
    "accounts.banned": { id: spammer.id },
    "accounts.ban-lifted": { id: owner.id },
    "profiles.staff-mark": {
      ...{ account: owner.id, of: "links", mark: "hidden", is_on: true },
      ...{ count: 2, reason: "Phishing", host: "bad.example" },
    },
    "members.invitation": { id: invitation.id },
    "members.removed": { account: owner.id, user_id: removed.id },
    "accounts.factor": { ...toOwner, change: "recovery_code_used" },
    "handover.offer": { account: owner.id, id: offer },
    "handover.declined": { account: owner.id, user_id: removed.id },
    "handover.handed-over": { account: owner.id, user_id: removed.id, is_staying: true },
    "handover.took-over": { account: owner.id, user_id: removed.id },
    "contacts.task": { account: owner.id, task_id: contactTask, person: owner.id },
    "automations.notice": {
      account: owner.id,
      automation_id: rule.id,
      contact_id,
      text: "Gone.",
      person: owner.id,
    },
    "leads.new": { profile_id: page.id, lead_id: body.id },
    "leads.confirm": { account: owner.id, profile_id: page.id, contact_id },
    "leads.download": { profile_id: page.id, lead_id: body.id },
    "leads.more": { user_id: owner.id, from: "2020-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z" },
  };
});
afterAll(() => app?.close());

async function write(template: string, name: string, wording?: Wording): Promise<Message> {
  const { platform } = app;
  await platform.db.execute(sql`update client_profiles set name = ${name}, display_name = ${name}`);
  await platform.db.execute(sql`update fan_leads set name = ${name}, phone = '+1 555 0100'`);
  await platform.db.execute(sql`update users set name = ${name}`);
  await platform.db.execute(
    sql`update campaigns set name = ${name.slice(0, 500)}, state_reason = ${name.slice(0, 500)}`,
  );
  await platform.db.execute(sql`update links set title = ${name.slice(0, 120)}`);
  await platform.db.execute(sql`update automations set name = ${name.slice(0, 120)}`);
  const handler = mails.find(({ mail }) => mail.template === template);
  const email = await handler?.compose(platform as never, data[template] as never);
  if (!email || "unneeded" in email) throw new Error(`${template} is not written: ${email?.unneeded}`);
  return renderEmail(email, { ...senderOf(platform), name: name.slice(0, 60) || "Fanfare" }, wording);
}

/** Lines that are all data: a code, and what the sample data has in English. */
const IS_DATA =
  /^(?:\S+: [·+\d].*|Qx:|URL:|Nora|Chrome on Windows|Gone\.|We don’t allow lists that were bought\.)$/;

const withoutStyles = (html: string) => html.replace(/<style>.*?<\/style>/s, "");

describe.each(mails.map(({ mail }) => mail.template))("the e-mail %s", (template) => {
  it.each(Object.entries(NAMES))("holds %s", async (_, name) => {
    const { to, subject, text, html } = await write(template, name);
    expect(to).toMatch(/^[^\s<>,]+@[^\s<>,]+$/);
    expect(subject).toMatch(/^[^\r\n]{5,150}$/);
    expect(Buffer.byteLength(html) + Buffer.byteLength(text)).toBeLessThan(BYTES_MAX);
    expect(html).toMatch(/^<!doctype html><html dir="ltr" lang="en">/);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(withoutStyles(html)).not.toMatch(/<(script|img|iframe|link|form)\b|<[^>]*\son\w+=/i);
    const urls = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    expect(urls.length).toBeGreaterThan(1);
    for (const url of urls) {
      expect(url).toMatch(/^(https?:\/\/|mailto:help@example\.com$)/);
      // Whoever works in another account is asked to switch. Settings of their own are the same in all of them.
      const [, path = PATHS.ownSettings] = /(\/dashboard\/.+)/.exec(url ?? "") ?? [];
      if (path !== PATHS.ownSettings) expect(path).toMatch(/[?;]account=\w{20}/);
    }
    expect(text).toMatch(/: https?:\/\/\S+\n/);
    expect(text).toMatch(/\n\n(You got this e-mail because|If ).*\n\n.*https?:/);
    expect(text).toContain("Questions? Write to help@example.com");
    expect(text).not.toMatch(/undefined|null|\[object/);
  });

  it("has a name that people recognize, and contains no secret before it's sent", async () => {
    const handler = mails.find(({ mail }) => mail.template === template);
    expect(handler?.mail.label).toMatch(/^[A-Z]/);
    const before = await rowsOf(app.platform.db, sql`select id from verifications`);
    expect((await write(template, "Mia")).html).not.toContain("token=");
    expect(await rowsOf(app.platform.db, sql`select id from verifications`)).toEqual(before);
  });
});

/** Its lines that say something besides names, addresses, and numbers. */
function linesOf({ subject, text, html }: Message): string[] {
  const preview = /<div[^>]*data-skip-in-text="true"[^>]*>([^<]*)/.exec(html)?.[1] ?? "";
  return [subject, preview, ...text.split("\n")]
    .map((line) => line.replace(/https?:\S+|\S+@\S+|\bQx\b/g, "").trim())
    .filter((line) => /\p{L}{2}/u.test(line));
}

const forPeople = mails.filter(({ mail }) => !mail.isForFans).map(({ mail }) => mail.template);

it.each(forPeople)("the e-mail %s is in Spanish for people who chose that, whole", async (template) => {
  const say = await translatorFor("es");
  const english = new Set(linesOf(await write(template, "Qx")));
  await app.platform.db.execute(sql`update users set language = 'es'`);
  const spanish = await write(template, "Qx", { language: "es", say });
  await app.platform.db.execute(sql`update users set language = null`);
  expect(spanish.html).toMatch(/^<!doctype html><html dir="ltr" lang="es">/);
  expect(linesOf(spanish).length).toBeGreaterThan(4);
  expect(linesOf(spanish).filter((line) => english.has(line) && !IS_DATA.test(line))).toEqual([]);
  expect(spanish.text).not.toMatch(
    /\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/,
  );
});

it("fans, and people who chose no language, get English", async () => {
  const { db, mail } = app.platform;
  await db.execute(sql`update users set language = 'es' where email = 'owner@example.com'`);
  expect(await mail.languageOf(db, "Owner@example.com")).toBe("es");
  expect(await mail.languageOf(db, "unproven@example.com")).toBe("en");
  expect(await mail.languageOf(db, "nora@fans.example")).toBe("en");
  const asked = async (template: string) =>
    (await wordingFor(app.platform, { template }, { to: "owner@example.com" })).language;
  expect(await asked("leads.download")).toBe("en");
  expect(await asked("leads.new")).toBe("es");
  const change = mails.find((one) => one.mail.template === "accounts.new-email");
  const email = (await change?.compose(app.platform as never, data["accounts.new-email"] as never)) as Email;
  expect(email.to).toBe("next@example.com");
  expect(await wordingFor(app.platform, { template: "" }, email)).toMatchObject({ language: "es" });
  await db.execute(sql`update users set language = null`);
});

it("right-to-left names leave the sentence around them in order", async () => {
  expect((await write("leads.new", "نورا")).subject).toBe("\u2068نورا\u2069 signed up on \u2068نورا\u2069");
  expect((await write("leads.new", "Nora")).subject).toBe("Nora signed up on Nora");
  // What people type can't close what we've opened.
  expect(cleanText("a\u2069b")).toBe("ab");
});
