import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";

interface Erasing {
  app: TestApp;
  leaving: Client;
  staying: Client;
}

/** Rows that no endpoint creates yet, or only someone else's endpoint. */
export async function fillByHand({ app, leaving, staying }: Erasing, profileId: string): Promise<void> {
  const { db } = app.platform;
  const { id, email } = leaving;
  const webhookId = randomUUID();
  const helpId = randomUUID();
  const own = [
    sql`insert into api_keys (id, account, made_by, name, start, hash, scopes, created_at)
      values (gen_random_uuid(), ${id}, ${id}, 'n', 's', 'h1', '{}', now()),
        (gen_random_uuid(), ${staying.id}, ${id}, 'n', 's', 'h2', '{}', now())`,
    sql`insert into ended_keys (hash, account, ended_because, ended_at) values ('h3', ${id}, 'revoked', now())`,
    sql`insert into webhooks (id, account, made_by, url, events, secret, created_at)
      values (${webhookId}, ${id}, ${id}, 'https://quux.example', '{}', '', now())`,
    sql`insert into suppressions (user_id, id, email_hash, email, reason, created_at)
      values (${id}, gen_random_uuid(), 'h', 'fan@quux.example', 'manual', now())`,
    sql`insert into former_contacts (user_id, id, email_hash, at) values (${id}, gen_random_uuid(), 'h', now())`,
    sql`insert into contact_merges (user_id, id, kept_id, at, undo)
      values (${id}, gen_random_uuid(), ${webhookId}, now(), '{"gone": {"email": "fan@quux.example"}}')`,
    sql`insert into contact_requests (user_id, id, kind, email_hash, by, report, at)
      values (${id}, ${webhookId}, 'access', 'h', ${id}, '{}', now())`,
    sql`insert into contact_settings (user_id, fields) values (${id}, '[]')`,
    sql`insert into contact_tasks (user_id, id, contact_id, title, due_at, assignee_id, created_at)
      values (${id}, ${webhookId}, ${webhookId}, 'Quux', now(), ${id}, now()),
        (${staying.id}, ${webhookId}, ${webhookId}, 'Stays', now(), ${id}, now())`,
    sql`insert into contacts (user_id, id, email, status, owner_id, created_at, updated_at)
      values (${staying.id}, ${webhookId}, 'stays@fans.example', 'new', ${id}, now(), now())`,
    sql`insert into webhook_deliveries (id, account, webhook_id, type, created_at, due_at)
      values (gen_random_uuid(), ${id}, ${webhookId}, 'webhook.test', now(), now())`,
    sql`insert into mailboxes (user_id, id, kind, from_name, from_address, state, state_since, created_at)
      values (${id}, ${webhookId}, 'smtp', 'Quux', 'hi@quux.example', 'active', now(), now())`,
    sql`insert into mailbox_uses (user_id, mailbox_id, counts) values (${id}, ${webhookId}, '{}')`,
    sql`insert into mailbox_receivers (user_id, mailbox_id, receiver, counts) values (${id}, ${webhookId}, 'gmail', '{}')`,
    sql`insert into templates (user_id, id, name, mode, theme, created_at, updated_at, editor_id)
      values (${id}, ${webhookId}, 'Quux', 'html', '{}', now(), now(), ${id})`,
    sql`insert into template_versions (user_id, id, template_id, content, made_by, created_at)
      values (${id}, ${webhookId}, ${webhookId}, '{}', ${id}, now())`,
    sql`insert into snippets (user_id, id, name, blocks, created_at)
      values (${id}, ${webhookId}, 'Quux', '[]', now())`,
    sql`insert into report_subscriptions (user_id, account, cadence, zone, last_day) values
      (${id}, ${id}, 'weekly', 'UTC', '2026-01-01'), (${staying.id}, ${id}, 'weekly', 'UTC', '2026-01-01'),
      (${id}, ${staying.id}, 'weekly', 'UTC', '2026-01-01')`,
    sql`insert into analytics_notes (user_id, id, profile_id, day, text, made_by, created_at) values
      (${id}, ${webhookId}, ${profileId}, '2026-01-01', 'Quux', ${id}, now())`,
    sql`insert into stat_shares (user_id, id, profile_id, kind, parts, period, intro, zone, made_by, created_at)
      values (${id}, ${webhookId}, ${profileId}, 'figures', '{views}', '30d', 'Quux', 'UTC', ${id}, now())`,
    sql`insert into alert_settings (user_id, is_on) values (${id}, false)`,
    sql`insert into traffic_alerts (user_id, id, profile_id, kind, until, hours, views, usual, cause, created_at)
      values (${id}, ${webhookId}, ${profileId}, 'spike', now(), 1, 100, 1, '{"name": "quux"}', now())`,
    sql`insert into analytics_goals (user_id, id, profile_id, metric, target, first_day, last_day, zone, made_by, created_at)
      values (${id}, ${webhookId}, ${profileId}, 'views', 1, '2026-01-01', '2026-01-02', 'UTC', ${id}, now())`,
    sql`insert into themes (id, user_id, name, theme, created_at) values (${webhookId}, ${id}, 'Quux', '{}', now())`,
    sql`insert into link_targets (host, account, link_id, url_key) values ('example.com', ${id}, gen_random_uuid(), 'k')`,
    sql`insert into staff_change_items (change_id, account, thing_id) values (gen_random_uuid(), ${id}, gen_random_uuid())`,
    sql`insert into mail_senders (user_id, name, postal_address) values (${id}, 'Quux', 'Quux Street')`,
    sql`insert into mail_files (user_id, id, name, type, bytes, hash, content, created_at, used_at)
      values (${id}, ${webhookId}, 'quux.pdf', 'application/pdf', 1, 'h', '\\x00', now(), now())`,
    sql`insert into mail_pictures (user_id, path, created_at) values (${id}, '/media/quux.webp', now())`,
    sql`insert into page_imports (id, user_id, page, created_at) values (${webhookId}, ${id}, '{"name": "Quux"}', now())`,
    sql`insert into page_drafts (profile_id, user_id, before, copies, made_by, made_at)
      values (${webhookId}, ${id}, '{"profile": {"name": "Quux"}, "links": []}', '{}', ${id}, now())`,
    sql`insert into page_versions (id, user_id, profile_id, page, made_by, made_at)
      values (${webhookId}, ${id}, ${webhookId}, '{"profile": {"name": "Quux"}, "links": []}', ${id}, now())`,
    sql`insert into imports (user_id, id, file_name, bytes, received, state, counts, attested_by, created_at)
      values (${id}, ${webhookId}, 'quux.csv', 1, 1, 'uploaded', '{}', ${id}, now())`,
    sql`insert into import_parts (user_id, import_id, start, content) values (${id}, ${webhookId}, 0, 'quux')`,
    sql`insert into import_problems (user_id, import_id, row, problem, is_left_out, content)
      values (${id}, ${webhookId}, 1, 'p', true, 'quux')`,
    sql`insert into import_changes (user_id, import_id, contact_id, changed_at)
      values (${id}, ${webhookId}, gen_random_uuid(), now())`,
    sql`insert into segments (user_id, id, name, kind, created_at, updated_at)
      values (${id}, ${webhookId}, 'Quux', 'static', now(), now())`,
    sql`insert into segments (user_id, id, name, kind, condition, watched, created_at, updated_at)
      values (${id}, gen_random_uuid(), 'Quux members', 'dynamic', ${JSON.stringify({ segment_id: webhookId })}::jsonb, '{members}', now(), now())`,
    sql`insert into segment_changes (user_id, contact_id) values (${id}, ${webhookId})`,
    sql`insert into segment_moves (user_id, contact_id, id, segment_id, kind, at)
      values (${id}, ${webhookId}, ${webhookId}, ${webhookId}, 'entered', now())`,
    sql`insert into segment_members (user_id, segment_id, contact_id, added_at)
      values (${id}, ${webhookId}, ${webhookId}, now())`,
    sql`insert into incoming_webhooks (user_id, id, name, token_hash, email_path, name_path, id_path, adds_contacts, created_at)
      values (${id}, ${webhookId}, 'Quux', ${webhookId}, 'email', '', '', false, now())`,
    sql`insert into incoming_webhook_calls (user_id, webhook_id, id, received_at, outcome, contact_id, body)
      values (${id}, ${webhookId}, ${webhookId}, now(), 'known', ${webhookId}, '{"email": "fan@quux.example"}')`,
    sql`insert into incoming_webhook_keys (user_id, webhook_id, key_hash, at)
      values (${id}, ${webhookId}, 'quux', now())`,
    sql`insert into sequences (user_id, id, name, state_at, draft, created_at, updated_at)
      values (${id}, ${webhookId}, 'Quux', now(), '{}', now(), now())`,
    sql`insert into sequence_versions (user_id, sequence_id, version, definition, snapshots, published_at)
      values (${id}, ${webhookId}, 1, '{}', '{}', now())`,
    sql`insert into enrollments (user_id, id, sequence_id, version, contact_id, source, due_at, step_at, entered_at)
      values (${id}, ${webhookId}, ${webhookId}, 1, ${webhookId}, 'quux', now(), now(), now())`,
    sql`insert into enrollment_steps (user_id, enrollment_id, number, sequence_id, version, contact_id, step_id, outcome, at)
      values (${id}, ${webhookId}, 1, ${webhookId}, 1, ${webhookId}, 'quux', 'done', now())`,
    sql`insert into sequence_batches (user_id, sequence_id, version, step_id, visit, batch_id)
      values (${id}, ${webhookId}, 1, 'quux', 0, ${webhookId})`,
    sql`insert into trigger_matches (user_id, sequence_id, contact_id, trigger)
      values (${id}, ${webhookId}, ${webhookId}, 'tag quux')`,
    sql`insert into automations (user_id, id, name, state_at, draft, secret, created_at, updated_at)
      values (${id}, ${webhookId}, 'Quux', now(), '{}', null, now(), now())`,
    sql`insert into automation_versions (user_id, automation_id, version, definition, snapshots, published_at)
      values (${id}, ${webhookId}, 1, '{}', '{}', now())`,
    sql`insert into automation_runs (user_id, id, automation_id, version, contact_id, type, source, facts, state, due_at, step_at,
        event_at, created_at, ended_at)
      values (${id}, ${webhookId}, ${webhookId}, 1, ${webhookId}, 'tag', 'quux', '{"tag": "quux"}', 'done', now(), now(), now(), now(), now())`,
    sql`insert into automation_batches (user_id, automation_id, version, action_id, visit, batch_id)
      values (${id}, ${webhookId}, 1, 'quux', 0, ${webhookId})`,
    sql`insert into automation_events (user_id, type, contact_id, source, facts, at)
      values (${id}, 'tag', ${webhookId}, 'quux', '{"tag": "quux"}', now())`,
    sql`insert into automation_matches (user_id, automation_id, contact_id) values (${id}, ${webhookId}, ${webhookId})`,
    sql`insert into campaigns (user_id, id, name, state_at, audience, created_at, updated_at)
      values (${id}, ${webhookId}, 'Quux', now(), '{}', now(), now())`,
    sql`insert into batches (user_id, id, topic, tracking, mailbox_ids, shares, snapshot, sender_recipients, late_minutes, started_at, looked_at)
      values (${id}, ${webhookId}, 'news', 'each', '{}', '{}', '{"subject": "Quux"}', '{0}', 60, now(), now())`,
    sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at)
      values (${id}, ${webhookId}, ${webhookId}, 'quux.example', now())`,
    sql`insert into delivery_returns (user_id, id, batch_id, contact_id, kind, at)
        values (${id}, ${webhookId}, ${webhookId}, ${webhookId}, 'bounced_soft', now())`,
    sql`insert into ab_tests (user_id, id, name, campaign_id, metric, sample_kind, sample_share, holdout_share, collect_hours,
        min_effect, rollout, created_by, created_at, updated_at)
      values (${id}, ${webhookId}, 'Quux', ${webhookId}, 'clicks', 'all', 1, 0, 24, 0.02, 'at_once', ${id}, now(), now())`,
    sql`insert into ab_variants (user_id, test_id, position, subject) values (${id}, ${webhookId}, 0, 'Quux')`,
    sql`insert into ab_assignments (user_id, test_id, contact_id, variant, batch_id, at)
      values (${id}, ${webhookId}, ${webhookId}, 0, ${webhookId}, now())`,
    sql`insert into transactional_mails (user_id, id, mailbox_id, email, subject, due_at, created_at)
      values (${id}, ${webhookId}, ${webhookId}, 'quux@quux.example', 'Quux', now(), now())`,
    sql`insert into sender_domains (user_id, host, checks, known, checked_at)
      values (${id}, 'quux.example', '[]', '{}', now())`,
    sql`insert into dmarc_reports (user_id, id, host, org, external_id, day, selectors, created_at)
      values (${id}, ${webhookId}, 'quux.example', 'quux', 'quux', '2026-03-01', '{quux}', now())`,
    sql`insert into dmarc_sources (user_id, report_id, source_ip, messages, aligned, spf_aligned, dkim_aligned, stopped)
      values (${id}, ${webhookId}, '192.0.2.1', 1, 1, 1, 0, 0)`,
    sql`insert into seed_addresses (user_id, id, address, host, port, security, username, secret, created_at)
      values (${id}, ${webhookId}, 'seed@quux.example', 'imap.quux.example', 993, 'tls', 'quux', 'quux', now())`,
    sql`insert into seed_tests (user_id, id, mailbox_id, from_address, token, created_at)
      values (${id}, ${webhookId}, ${webhookId}, 'quux@quux.example', 'quux', now())`,
    sql`insert into seed_results (user_id, test_id, seed_id, address, state)
      values (${id}, ${webhookId}, ${webhookId}, 'seed@quux.example', 'sent')`,
    sql`insert into orders (user_id, id, amount, currency, ordered_at) values (${id}, 'quux', 1, 'USD', now())`,
    sql`insert into campaign_settings (user_id, approval_above) values (${id}, 100)`,
    sql`insert into inboxes (user_id, mailbox_id, host, username, due_at, created_at)
      values (${id}, ${webhookId}, 'imap.quux.example', 'quux', now(), now())`,
    sql`insert into mail_trust (user_id, counts, since) values (${id}, '{}', now())`,
    sql`insert into mail_hooks (user_id, mailbox_id, provider, token_digest, secret, created_at)
      values (${id}, ${webhookId}, 'ses', 'quux', 'quux', now())`,
    sql`insert into mail_hook_tokens (user_id, mailbox_id, id, at) values (${id}, ${webhookId}, ${webhookId}, now())`,
    sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, created_at)
      values (${id}, ${webhookId}, ${webhookId}, ${webhookId}, 0, false, false, now())`,
    sql`insert into campaign_series (user_id, id, campaign_id, every, time, time_zone, runs, created_at)
      values (${id}, ${webhookId}, ${webhookId}, 'day', '09:00', 'UTC', 1, now())`,
    sql`insert into mail_caps (user_id, per_day) values (${id}, 1)`,
    sql`insert into mail_rollups (user_id, kind, at, batch_id, host) values (${id}, 'sent', now(), ${webhookId}, 'quux.example')`,
    sql`insert into mail_opens (user_id, sent_at, batch_id, is_machine, country, device, opens)
      values (${id}, now(), ${webhookId}, false, 'DE', 'mobile', 1)`,
    sql`insert into mail_clicks (user_id, sent_at, batch_id, link, is_machine, country, device, clicks)
      values (${id}, now(), ${webhookId}, 0, false, 'DE', 'mobile', 1)`,
    sql`insert into first_campaigns (user_id, campaign_id, created_at) values (${id}, ${webhookId}, now())`,
    sql`insert into sending_stops (user_id, stopped_by, stopped_at) values (${id}, 'x', now())`,
    sql`insert into domains (id, account, profile_id, host, zone, token, verified_at, created_at)
      values (gen_random_uuid(), ${id}, ${profileId}, 'quux.example', 'quux.example', '', now(), now())`,
    sql`insert into subscriptions (account, provider, created_at) values (${id}, 'sandbox', now())`,
    sql`insert into sandbox_customers (account, state) values (${id}, '{}')`,
    sql`insert into billing_events (id, account, type, created, received_at, processed_at)
      values ('evt_1', ${id}, 't', now(), now(), now())`,
    sql`insert into coupons (id, code, percent_off, min_units, created_at)
      values (${webhookId}, 'SPRING', 10, 1, now())`,
    sql`insert into coupon_redemptions (id, coupon_id, account, redeemed_at, created_at)
      values (gen_random_uuid(), ${webhookId}, ${id}, now(), now())`,
    // The counting at the start may have been here first.
    sql`insert into security_incidents (id, hour, kind, subject, network, country, account, count, first_at, last_at)
      values (${webhookId}, now(), 'sign_in_failed', 'password', '', '', ${id}, 1, now(), now()) on conflict do nothing`,
    sql`insert into feature_accounts (feature, account, is_on, reason, changed_at)
      values ('webhooks', ${id}, true, 'Quux', now())`,
    sql`insert into signal_hits (signal, subject, account, found, why, first_at, last_at)
      values ('spam_words', ${id}, ${id}, 'quux', 'The page says: quux.', now(), now())`,
    sql`insert into account_milestones (user_id, signed_up_at, changed_at) values (${id}, now(), now()) on conflict do nothing`,
    sql`insert into account_weeks (week, user_id) values (date_trunc('week', now())::date, ${id}) on conflict do nothing`,
    sql`insert into staff_access (account, level, ends_at) values (${id}, 'look', now())`,
    sql`insert into impersonations (id, account, staff, session_id, level, reason, started_at, ends_at) values
      (gen_random_uuid(), ${id}, ${staying.id}, 's', 'look', 'Quux asked', now(), now()),
      (gen_random_uuid(), ${staying.id}, ${id}, 's', 'look', 'Asked', now(), now())`,
    sql`insert into two_factor_removals (user_id, id, reason, due_at) values (${id}, gen_random_uuid(), 'Quux asked', now())`,
    sql`insert into staff_approvals (id, action, account, data, reason, proposed_by, proposed_at, expires_at) values
      (gen_random_uuid(), 'x', ${id}, '{}', 'Quux', ${staying.id}, now(), now()),
      (gen_random_uuid(), 'x', ${staying.id}, '{}', 'x', ${id}, now(), now())`,
    sql`insert into staff_keys (id, made_by, name, start, hash, scopes, expires_at, created_at, revoked_by) values
      (gen_random_uuid(), ${id}, 'Quux robot', 'x', ${id}, '{}', now(), now(), null),
      (gen_random_uuid(), ${staying.id}, 'x', 'x', ${staying.id}, '{}', now(), now(), ${id})`,
    sql`insert into user_changes (id, change, selection, reason, state, total, made_by, created_at) values
      (${webhookId}, '{}', ${JSON.stringify({ ids: [id, staying.id] })}::jsonb, 'x', 'done', 1, ${staying.id}, now()),
      (gen_random_uuid(), '{}', ${JSON.stringify({ filter: { q: email }, except: [id] })}::jsonb, 'x', 'done', 1, null, now()),
      (gen_random_uuid(), '{}', '{"ids": []}', 'x', 'done', 1, ${id}, now())`,
    sql`insert into account_merges (id, source, target, reason, step, pages_total, made_by, started_at, ended_at) values
      (gen_random_uuid(), ${id}, ${staying.id}, 'Quux', 'stopped', 1, null, now(), now()),
      (gen_random_uuid(), ${staying.id}, ${id}, 'Quux', 'stopped', 1, null, now(), now())`,
    sql`insert into broadcasts (id, versions, channels, target, audience, is_urgent, state, made_by, sent_by, approved_by, created_at)
      values (${webhookId}, '{}', '{in_app}', 'links', '{}', false, 'sent', ${id}, ${id}, ${id}, now())`,
    sql`insert into legal_drafts (name, texts, summary, updated_at, updated_by) values ('terms', '{}', '{}', now(), ${id})`,
    sql`insert into legal_versions (name, number, texts, summary, notice, effective_at, published_at, published_by, told_at)
      values ('privacy', 1, '{"en": "x", "es": ""}', '{"en": "", "es": ""}', 'quiet', now(), now(), ${id}, now())`,
    sql`insert into legal_consents (user_id, name, version, dated, how, agreed_at)
      values (${id}, 'privacy', 1, '2026-01-01', 'asked', now())`,
    sql`insert into banners (id, texts, tone, url, labels, audience, updated_by, updated_at)
      values (${webhookId}, '{}', 'info', '', '{}', 'staff', ${id}, now())`,
    sql`insert into reply_templates (id, kind, name, texts, decisions, reasons, version, updated_by, updated_at)
      values (${webhookId}, 'help', 'x', '{}', '[]', '[]', 1, ${id}, now())`,
    sql`insert into banner_dismissals (banner_id, user_id, dismissed_at) values (${webhookId}, ${id}, now())`,
    sql`insert into broadcast_receivers (broadcast_id, account, channels, is_capped, created_at)
      values (${webhookId}, ${id}, '{in_app}', false, now())`,
    sql`insert into broadcast_audiences (broadcast_id, account) values (${webhookId}, ${id})`,
    sql`insert into broadcast_templates (id, version, created_at) values (${webhookId}, 1, now())`,
    sql`insert into broadcast_template_versions (template_id, version, name, versions, channels, target, made_by, created_at)
      values (${webhookId}, 1, 'x', '{}', '{in_app}', 'links', ${id}, now())`,
    sql`insert into instance_messages (account, key, created_at) values (${id}, 'x', now())`,
    sql`insert into reminder_receipts (rule, account, occasion, number, message, channels, sent_at)
      values ('no_link', ${id}, 'x', 1, 'x', '{in_app}', now())`,
    sql`insert into user_change_items (change_id, account, undo) values (${webhookId}, ${id}, '{}')`,
    sql`insert into price_lists (number, tiers, most_popular_from, reason, made_by, made_at)
      values (2, '[{"from": 1, "to": null, "unit_cents": 300}]', 1, 'x', ${id}, now())`,
    sql`insert into price_moves (id, from_list, to_list, moves_at, reason, made_by, made_at, canceled_at, canceled_by)
      values (${webhookId}, 1, 2, now(), 'x', ${id}, now(), now(), ${id})`,
    sql`insert into price_move_accounts (move, account, units, from_cents, to_cents, told_at, moves_at, kept_at)
      values (${webhookId}, ${id}, 1, 300, 300, now(), now(), now())`,
    sql`insert into staff_grants (id, account, kind, quantity, reason, created_at)
      values (gen_random_uuid(), ${id}, 'profile_slots', 5, 'Quux asked', now())`,
    sql`insert into referral_codes (code, user_id, is_current, created_at) values ('quuxcode', ${id}, true, now()),
      ('stays', ${staying.id}, true, now())`,
    sql`insert into referral_visits (code, day, visits) values ('quuxcode', '2026-01-01', 1)`,
    sql`insert into referrals (id, referral_code, referrer_user_id, referred_user_id, status, created_at) values
      (gen_random_uuid(), 'quuxcode', ${id}, ${staying.id}, 'pending', now()),
      (gen_random_uuid(), 'stays', ${staying.id}, ${id}, 'completed', now())`,
    sql`insert into referral_rewards (id, referral_id, user_id, side, reward_amount, created_at)
      values (gen_random_uuid(), gen_random_uuid(), ${id}, 'referred', 10, now())`,
    sql`insert into referral_marks (user_id, kind, hash, seen_at) values (${id}, 'address', 'h', now())`,
    sql`insert into affiliate_popups (user_id, last_affiliate_popup, affiliate_popup_count) values (${id}, now(), 1)`,
    sql`insert into two_factors (user_id, secret, recovery_codes, trust_from) values (${id}, 's', '{b}', now())`,
    sql`insert into passkeys (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
      values ('p', 'n', 'k', ${id}, 'c', 0, 'd', true)`,
    sql`insert into verifications (id, identifier, value, expires_at) values ('v', 'x', ${`verify:${id}`}, now())`,
    sql`insert into email_changes (user_id, id, email, expires_at) values (${id}, 'e', 'new@quux.example', now())`,
    sql`insert into packed_days (profile_id, day, version, events, words, minutes, kinds)
      values (${profileId}, '2026-01-01', gen_random_uuid(), 1, '{"quux": []}', '', '')`,
    sql`insert into in_app_exits (profile_id, day, app, os, way) values (${profileId}, '2026-01-01', 'a', 'o', 'w')`,
    sql`insert into egress_tracking (id, user_id, operation_type, bytes_transferred, bytes_saved, metadata, created_at)
      values (gen_random_uuid(), ${id}, 'cache_hit', 1, 1, '{}', now())`,
    sql`insert into followed_jobs (account, id, job_id, name, permission, total, created_at)
      values (${id}, gen_random_uuid(), gen_random_uuid(), 'x', 'account.see', 1, now())`,
    sql`insert into team_members (account, user_id, role, created_at) values (${id}, ${staying.id}, 'admin', now()),
      (${staying.id}, ${id}, 'admin', now())`,
    sql`insert into team_invitations (id, account, email, role, invited_by, accepted_by, state, created_at, expires_at)
      values (gen_random_uuid(), ${id}, 'a@quux.example', 'admin', ${id}, null, 'open', now(), now()),
        (gen_random_uuid(), ${staying.id}, ${email}, 'admin', ${id}, null, 'declined', now(), now()),
        (gen_random_uuid(), ${staying.id}, '', 'admin', null, ${id}, 'accepted', now(), now())`,
    sql`insert into handover_offers (account, id, user_id, is_staying, created_at, expires_at) values
      (${id}, gen_random_uuid(), ${staying.id}, true, now(), now()),
      (${staying.id}, gen_random_uuid(), ${id}, true, now(), now())`,
    sql`insert into notification_preferences (user_id, off) values (${id}, '{}')`,
    sql`insert into table_views (user_id, account, name, views) values (${id}, ${id}, 'leads', '{}'),
      (${staying.id}, ${id}, 'leads', '{}'), (${id}, ${staying.id}, 'leads', '{}')`,
    sql`insert into push_subscriptions (id, user_id, session_id, endpoint, service, sealed, instance_key, device, created_at)
      select gen_random_uuid(), ${id}, id, 'e', 's', 's', 'k', 'd', now() from sessions where user_id = ${id} limit 1`,
    sql`insert into notifications (id, user_id, account, kind, subject, actor, data, since, created_at)
      values (gen_random_uuid(), ${id}, ${id}, 'fan', 'x', null, '{}', now(), now()),
        (gen_random_uuid(), ${staying.id}, ${id}, 'fan', 'x', null, '{}', now(), now()),
        (gen_random_uuid(), ${staying.id}, ${staying.id}, 'member_left', ${id}, null, '{}', now(), now()),
        (gen_random_uuid(), ${staying.id}, ${staying.id}, 'member_removed', 'x', ${id}, '{}', now(), now())`,
    sql`insert into moderation_cases (id, number, username, owner_id, is_urgent, created_at, reported_at)
      values (gen_random_uuid(), 'C-9', 'other', ${id}, false, now(), now())`,
    sql`insert into page_reports (id, number, username, reason, details, reporter_email, created_at)
      values (gen_random_uuid(), 'R-1', 'other', 'spam', '', ${email}, now())`,
    sql`insert into help_requests (id, number, account_id, email, language, subject, page_url, assignee_id, is_premium, created_at, waiting_since, updated_at)
      values (${webhookId}, 'H-1', ${id}, ${email}, 'en', 'Quux', '', null, false, now(), now(), now()),
        (gen_random_uuid(), 'H-2', null, ${email}, 'en', 'Quux', '', null, false, now(), now(), now()),
        (${helpId}, 'H-3', ${staying.id}, ${staying.email}, 'en', 'x', '', ${id}, false, now(), now(), now())`,
    sql`insert into help_messages (id, request_id, account_id, is_answer, written_by, text, created_at)
      values (gen_random_uuid(), ${webhookId}, ${id}, false, null, 'Quux', now()),
        (gen_random_uuid(), ${helpId}, ${staying.id}, true, ${id}, 'x', now())`,
    sql`insert into help_notes (id, request_id, account_id, written_by, text, created_at)
      values (gen_random_uuid(), ${webhookId}, ${id}, ${staying.id}, 'Quux', now()),
        (gen_random_uuid(), ${helpId}, ${staying.id}, ${id}, 'x', now())`,
  ];
  for (const row of own) await db.execute(row);
  // What they did for someone else stays there, without them.
  await leaving.call("POST", "/api/v1/profiles", { name: "Theirs" }, { "x-account": staying.id });
  await app.visitor().call("POST", "/api/auth/request-password-reset", { email });
}
