import { type SQL, sql } from "drizzle-orm";
import { EMPTY_DEFINITION as EMPTY_RULE } from "#src/features/email/automations/definition-rules.ts";
import { EMPTY_DEFINITION } from "#src/features/email/sequences/definition-rules.ts";

/** One row of everything that marketing keeps, for tests of who may reach it. */
export function marketingFixtures({
  account,
  mailboxId,
  id,
}: Record<"account" | "mailboxId" | "id", string>): SQL[] {
  return [
    sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, host, port, created_at)
        values (${account}, ${mailboxId}, 'smtp', 'Mia', 'mia@mia.com', 'unverified', now(), 'none.invalid', 587, now())
        on conflict do nothing`,
    sql`insert into inboxes (user_id, mailbox_id, host, port, username, due_at, created_at)
        values (${account}, ${mailboxId}, 'none.invalid', 993, 'mia', now() + interval '9 days', now()) on conflict do nothing`,
    sql`insert into contact_timeline (user_id, contact_id, id, kind, data, at)
        select user_id, id, ${id}, 'reply', ${JSON.stringify({ mailbox_id: mailboxId, message_id: "", references: [], subject: "" })}, now()
        from contacts where user_id = ${account} on conflict do nothing`,
    sql`insert into contact_merges (user_id, id, kept_id, at, undo) select user_id, ${id}, id, now(), jsonb_build_object(
          'into', id, 'gone', to_jsonb(contacts) || ${JSON.stringify({ id, email: "gone@fans.example" })}::jsonb,
          'before', '{}'::json, 'after', '{}'::json, 'tasks', '[]'::json, 'carried', '[]'::json,
          'consents', '[]'::json, 'suppressions', '[]'::json)
        from contacts where user_id = ${account} and id <> ${id}::uuid limit 1 on conflict do nothing`,
    sql`insert into templates (user_id, id, name, mode, theme, created_at, updated_at)
        values (${account}, ${id}, 'News', 'html', '{}', now(), now()) on conflict do nothing`,
    sql`insert into template_versions (user_id, id, template_id, content, created_at)
        values (${account}, ${id}, ${id}, '{}', now()) on conflict do nothing`,
    sql`insert into snippets (user_id, id, name, blocks, created_at)
        values (${account}, ${id}, 'Bye', '[]', now()) on conflict do nothing`,
    sql`insert into themes (user_id, id, name, theme, created_at)
        values (${account}, ${id}, 'Ours', '{}', now()) on conflict do nothing`,
    sql`insert into transactional_mails (user_id, id, mailbox_id, email, subject, state, due_at, created_at)
        values (${account}, ${id}, ${mailboxId}, 'fan@fans.example', 'Your order', 'skipped', now(), now())
        on conflict do nothing`,
    sql`insert into campaigns (user_id, id, series_id, name, state_at, audience, created_at, updated_at)
        values (${account}, ${id}, ${id}, 'News', now(), '{"tags": [], "profile_ids": []}', now(), now())
        on conflict do nothing`,
    sql`insert into incoming_webhooks (user_id, id, name, token_hash, email_path, name_path, id_path, adds_contacts, created_at)
        values (${account}, ${id}, 'Shop', ${`hash of ${account}`}, 'email', '', '', false, now()) on conflict do nothing`,
    sql`insert into sequences (user_id, id, name, state_at, draft, created_at, updated_at)
        values (${account}, ${id}, 'Welcome', now(), ${JSON.stringify({ ...EMPTY_DEFINITION, steps: [{ id: "end", type: "end" }] })}::jsonb,
        now(), now()) on conflict do nothing`,
    sql`insert into enrollments (user_id, id, sequence_id, version, contact_id, source, due_at, step_at, entered_at)
        select user_id, ${id}, ${id}, 1, id, 'test', now() + interval '9 days', now(), now()
        from contacts where user_id = ${account} limit 1
        on conflict (user_id, id) do update set ended_at = null, state = 'active'`,
    sql`insert into automations (user_id, id, name, state_at, draft, created_at, updated_at)
        values (${account}, ${id}, 'Greet', now(), ${JSON.stringify(EMPTY_RULE)}::jsonb, now(), now()) on conflict do nothing`,
    sql`insert into automation_runs (user_id, id, automation_id, version, type, source, facts, state, due_at, step_at, event_at,
          created_at, ended_at)
        values (${account}, ${id}, ${id}, 1, 'schedule', 'test', '{}', 'failed', now(), now(), now(), now(), now())
        on conflict do nothing`,
    sql`insert into campaign_series (user_id, id, campaign_id, every, time, time_zone, runs, created_at)
        values (${account}, ${id}, ${id}, 'day', '09:00', 'UTC', 1, now()) on conflict do nothing`,
    sql`insert into ab_tests (user_id, id, name, campaign_id, metric, sample_kind, sample_share, holdout_share, collect_hours,
          min_effect, rollout, created_at, updated_at)
        values (${account}, ${id}, 'News', ${id}, 'clicks', 'all', 1, 0, 24, 0.02, 'at_once', now(), now())
        on conflict do nothing`,
    sql`insert into ab_variants (user_id, test_id, position, subject) values (${account}, ${id}, 0, ''), (${account}, ${id}, 1, 'Other')
        on conflict do nothing`,
    sql`insert into imports (user_id, id, file_name, bytes, received, state, counts, created_at)
        values (${account}, ${id}, 'fans.csv', 9, 1, 'uploading', '{}', now())
        on conflict (user_id, id) do update set state = 'uploading'`,
  ];
}
