CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- A text as it's searched in: `foldText` in `src/lib/fold.ts` does the same. Indexes need a function that never changes,
-- which `unaccent` isn't, and not every server has. What `lower` knows depends on the server's locale, so other alphabets
-- that have two cases are spelled out. Most texts are done early, because spelling out takes most of the time.
CREATE FUNCTION fold_text(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
declare
  folded text;
begin
  if octet_length($1) = length($1) then
    return lower($1 collate "C");
  end if;
  folded := lower(lower(regexp_replace(normalize($1, NFKD), '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe20-\ufe2f\ufeff]', '', 'g') collate "C") collate "default");
  if octet_length(folded) = length(folded) then
    return folded;
  end if;
  return replace(replace(replace(replace(
    translate(folded, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩØøŁłĐđÐðĦħŦŧıςẞÆŒÞ', 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџαβγδεζηθικλμνξοπρστυφχψωoollddddhhttiσßæœþ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end
$fold$;--> statement-breakpoint
CREATE TABLE "contact_consents" (
	"user_id" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"topic" text NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"version" text NOT NULL,
	"method" text NOT NULL,
	"profile_id" uuid,
	"given_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "contact_consents_user_id_contact_id_topic_pk" PRIMARY KEY("user_id","contact_id","topic")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"email" text,
	"reason" text NOT NULL,
	"wish" text,
	"scope" text,
	"note" text,
	"campaign" text,
	"import_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "suppressions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "suppressions_address" UNIQUE NULLS NOT DISTINCT("user_id","email_hash","scope")
);
--> statement-breakpoint
CREATE TABLE "contact_merges" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"kept_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undo" jsonb,
	CONSTRAINT "contact_merges_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_requests" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email_hash" text NOT NULL,
	"by" text,
	"report" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_requests_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"stages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"topics" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"former_accounts" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_tasks" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"title" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"assignee_id" text,
	"done_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_tasks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_timeline" (
	"user_id" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_timeline_user_id_contact_id_id_pk" PRIMARY KEY("user_id","contact_id","id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"phone" text,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"time_zone" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text NOT NULL,
	"profile_ids" uuid[] DEFAULT '{}' NOT NULL,
	"first_touch" jsonb,
	"last_touch" jsonb,
	"paused_until" timestamp (3) with time zone,
	"stage_id" uuid,
	"stage_at" timestamp (3) with time zone,
	"value_cents" bigint,
	"owner_id" text,
	"mail_every_days" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contacts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "former_contacts" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_contacts_user_id_id_email_hash_at_pk" PRIMARY KEY("user_id","id","email_hash","at")
);
--> statement-breakpoint
CREATE TABLE "import_changes" (
	"user_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"before" jsonb,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_changes_user_id_import_id_contact_id_pk" PRIMARY KEY("user_id","import_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"user_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"start" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_parts_user_id_import_id_start_pk" PRIMARY KEY("user_id","import_id","start")
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"user_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"problem" text NOT NULL,
	"is_left_out" boolean NOT NULL,
	"content" text NOT NULL,
	"email_hash" text,
	CONSTRAINT "import_problems_user_id_import_id_row_pk" PRIMARY KEY("user_id","import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"received" integer NOT NULL,
	"state" text NOT NULL,
	"encoding" text DEFAULT 'utf-8' NOT NULL,
	"is_encoding_guessed" boolean DEFAULT false NOT NULL,
	"letters" "bytea" DEFAULT ''::bytea NOT NULL,
	"delimiter" text DEFAULT ',' NOT NULL,
	"rows_before" integer DEFAULT 0 NOT NULL,
	"has_header" boolean DEFAULT true NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mode" text DEFAULT 'update' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"suppresses" boolean DEFAULT false NOT NULL,
	"consent_text" text,
	"attested_at" timestamp (3) with time zone,
	"attested_by" text,
	"counts" jsonb NOT NULL,
	"expected" jsonb,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"problems" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "imports_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "fan_leads" (
	"id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"lead_source" text NOT NULL,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"referrer_host" text DEFAULT '' NOT NULL,
	"consent_text" text NOT NULL,
	"consent_version" text NOT NULL,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"contact_id" uuid,
	"download_sent_at" timestamp (3) with time zone,
	"session_id" text,
	CONSTRAINT "fan_leads_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"contact_id" uuid,
	"campaign_id" uuid,
	"sent_at" timestamp (3) with time zone,
	"sender_index" smallint DEFAULT 0 NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaign_series" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"campaign_id" uuid NOT NULL,
	"every" text NOT NULL,
	"weekdays" integer[] DEFAULT '{}' NOT NULL,
	"month_day" integer,
	"time" text NOT NULL,
	"time_zone" text NOT NULL,
	"ends_on" text,
	"runs_max" integer,
	"runs" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campaign_series_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaign_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"approval_above" integer,
	"late_minutes" integer DEFAULT 60 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"mailbox_id" uuid,
	"mailbox_share" smallint DEFAULT 1 NOT NULL,
	"more_mailboxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"from_name" text DEFAULT '' NOT NULL,
	"template_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"audience" jsonb NOT NULL,
	"topic" text DEFAULT 'news' NOT NULL,
	"tracking" text DEFAULT 'each' NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"local_time" text,
	"time_zone" text,
	"series_id" uuid,
	"resend_of" uuid,
	"content_hash" text,
	"archive_profile_id" uuid,
	"recipients" integer DEFAULT 0 NOT NULL,
	"late_recipients" integer DEFAULT 0 NOT NULL,
	"left_out" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"checked" jsonb,
	"approval_asked_at" timestamp (3) with time zone,
	"approval_asked_by" text,
	"approved_at" timestamp (3) with time zone,
	"approved_by" text,
	"approved_hash" text,
	"approved_recipients" integer,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "first_campaigns" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"campaign_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"from_name" text DEFAULT '' NOT NULL,
	"snapshot" jsonb,
	"recipients" integer DEFAULT 0 NOT NULL,
	"review" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_clicks" (
	"user_id" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"batch_id" uuid NOT NULL,
	"link" integer NOT NULL,
	"is_machine" boolean NOT NULL,
	"country" text NOT NULL,
	"device" text NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "mail_clicks_pk" PRIMARY KEY("user_id","sent_at","batch_id","link","is_machine","country","device")
);
--> statement-breakpoint
CREATE TABLE "mail_opens" (
	"user_id" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"batch_id" uuid NOT NULL,
	"sender_index" smallint DEFAULT 0 NOT NULL,
	"is_machine" boolean NOT NULL,
	"country" text NOT NULL,
	"device" text NOT NULL,
	"opens" integer NOT NULL,
	CONSTRAINT "mail_opens_pk" PRIMARY KEY("user_id","sent_at","batch_id","sender_index","is_machine","country","device")
);
--> statement-breakpoint
CREATE TABLE "mail_rollups" (
	"user_id" text NOT NULL,
	"kind" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"batch_id" uuid NOT NULL,
	"host" text collate "C" NOT NULL,
	"sender_index" smallint DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"bounced_hard" integer DEFAULT 0 NOT NULL,
	"bounced_soft" integer DEFAULT 0 NOT NULL,
	"complained" integer DEFAULT 0 NOT NULL,
	"replied" integer DEFAULT 0 NOT NULL,
	"unsubscribed" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"machine_opened" integer DEFAULT 0 NOT NULL,
	"clicked" integer DEFAULT 0 NOT NULL,
	"clicked_unopened" integer DEFAULT 0 NOT NULL,
	"machine_clicked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_rollups_user_id_kind_at_batch_id_host_sender_index_pk" PRIMARY KEY("user_id","kind","at","batch_id","host","sender_index")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"topic" text NOT NULL,
	"tracking" text NOT NULL,
	"mailbox_ids" uuid[] NOT NULL,
	"shares" smallint[] NOT NULL,
	"snapshot" jsonb NOT NULL,
	"sender_recipients" integer[] NOT NULL,
	"rest_hours" smallint,
	"late_minutes" integer NOT NULL,
	"connection_failures" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "batches_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"user_id" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"worker" uuid,
	"leased_until" timestamp (3) with time zone,
	"attempt_started_at" timestamp (3) with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"provider_id" text,
	"outcome" text DEFAULT '' NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"handed_over_at" timestamp (3) with time zone,
	"reason" text,
	"host" text NOT NULL,
	"sender_index" smallint DEFAULT 0 NOT NULL,
	"looked_up_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"complained_at" timestamp (3) with time zone,
	"replied_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"machine_opened_at" timestamp (3) with time zone,
	"clicked_at" timestamp (3) with time zone,
	"machine_clicked_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_user_id_batch_id_contact_id_pk" PRIMARY KEY("user_id","batch_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_clicks" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"link" integer NOT NULL,
	"is_scanner" boolean NOT NULL,
	"is_machine" boolean NOT NULL,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"device" text DEFAULT 'unknown' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"sender_index" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "delivery_clicks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_returns" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "delivery_returns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_caps" (
	"user_id" text PRIMARY KEY NOT NULL,
	"per_day" integer,
	"per_week" integer
);
--> statement-breakpoint
CREATE TABLE "inboxes" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"host" text DEFAULT '' NOT NULL,
	"port" integer DEFAULT 0 NOT NULL,
	"security" text DEFAULT 'tls' NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"auth" text DEFAULT 'plain' NOT NULL,
	"secret" text,
	"uid_validity" text,
	"last_uid" integer DEFAULT 0 NOT NULL,
	"history_id" text,
	"catching_up" jsonb,
	"put_aside" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	"last_error_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inboxes_user_id_mailbox_id_pk" PRIMARY KEY("user_id","mailbox_id")
);
--> statement-breakpoint
CREATE TABLE "mail_hook_tokens" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_hook_tokens_user_id_mailbox_id_id_pk" PRIMARY KEY("user_id","mailbox_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_hooks" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"token_digest" text NOT NULL,
	"secret" text NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refusal" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_hooks_user_id_mailbox_id_pk" PRIMARY KEY("user_id","mailbox_id"),
	CONSTRAINT "mail_hooks_token_digest_unique" UNIQUE("token_digest")
);
--> statement-breakpoint
CREATE TABLE "instance_rates" (
	"name" text PRIMARY KEY NOT NULL,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_trust" (
	"user_id" text PRIMARY KEY NOT NULL,
	"counts" jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"trusted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mailbox_receivers" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"receiver" text NOT NULL,
	"counts" jsonb NOT NULL,
	"last_turn" timestamp (3) with time zone,
	CONSTRAINT "mailbox_receivers_user_id_mailbox_id_receiver_pk" PRIMARY KEY("user_id","mailbox_id","receiver")
);
--> statement-breakpoint
CREATE TABLE "mailbox_uses" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"counts" jsonb NOT NULL,
	CONSTRAINT "mailbox_uses_user_id_mailbox_id_pk" PRIMARY KEY("user_id","mailbox_id")
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_name" text NOT NULL,
	"from_address" text NOT NULL,
	"reply_to" text DEFAULT '' NOT NULL,
	"postal_address" text DEFAULT '' NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"code_digest" text,
	"code_expires_at" timestamp (3) with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"state_since" timestamp (3) with time zone NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	"last_error_at" timestamp (3) with time zone,
	"tested_at" timestamp (3) with time zone,
	"host" text DEFAULT '' NOT NULL,
	"port" integer DEFAULT 0 NOT NULL,
	"security" text DEFAULT 'tls' NOT NULL,
	"auth" text DEFAULT 'plain' NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"secret" text,
	"token_url" text DEFAULT '' NOT NULL,
	"client_id" text DEFAULT '' NOT NULL,
	"oauth_state" text,
	"oauth_by" text,
	"oauth_verifier" text,
	"oauth_expires_at" timestamp (3) with time zone,
	"reads_replies" boolean DEFAULT false NOT NULL,
	"google_since" timestamp (3) with time zone,
	"gmail_plan" text DEFAULT 'personal' NOT NULL,
	"per_second" integer,
	"per_minute" integer,
	"per_hour" integer,
	"per_day" integer,
	"warm_up_since" timestamp (3) with time zone,
	"dkim_domain" text DEFAULT '' NOT NULL,
	"dkim_selector" text DEFAULT '' NOT NULL,
	"dkim_public" text DEFAULT '' NOT NULL,
	"dkim_key" text,
	"dkim_found_at" timestamp (3) with time zone,
	"dns_seen" jsonb,
	"dkim_next_selector" text DEFAULT '' NOT NULL,
	"dkim_next_public" text DEFAULT '' NOT NULL,
	"dkim_next_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailboxes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "sending_stops" (
	"user_id" text NOT NULL,
	"by_staff" boolean DEFAULT false NOT NULL,
	"stopped_by" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL,
	"staff_reason" text,
	CONSTRAINT "sending_stops_user_id_by_staff_pk" PRIMARY KEY("user_id","by_staff")
);
--> statement-breakpoint
CREATE TABLE "mail_files" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_files_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_pictures" (
	"user_id" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_pictures_user_id_path_pk" PRIMARY KEY("user_id","path")
);
--> statement-breakpoint
CREATE TABLE "mail_senders" (
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"postal_address" text NOT NULL,
	CONSTRAINT "mail_senders_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "snippets" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "snippets_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "template_versions" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "template_versions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preheader" text DEFAULT '' NOT NULL,
	"mode" text NOT NULL,
	"blocks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"theme" jsonb NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"editor_id" text,
	"editor_until" timestamp (3) with time zone,
	CONSTRAINT "templates_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "transactional_mails" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"template_id" uuid,
	"email" text NOT NULL,
	"email_hash" text DEFAULT '' NOT NULL,
	"reply_to" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"content" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"worker" uuid,
	"leased_until" timestamp (3) with time zone,
	"attempt_started_at" timestamp (3) with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"provider_id" text,
	"outcome" text DEFAULT '' NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"handed_over_at" timestamp (3) with time zone,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transactional_mails_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"active_account" text,
	"proven_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"country" text,
	"city" text,
	"impersonated_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"recovery_codes" text[] NOT NULL,
	"last_step" bigint,
	"confirmed_at" timestamp with time zone,
	"bound_to" text,
	"trust_from" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text,
	"banned" boolean DEFAULT false,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"time_zone" text,
	"region" text,
	"language" text,
	"deletion_due_at" timestamp with time zone,
	"handed_over_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"made_by" text NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"hash" text NOT NULL,
	"old_hash" text,
	"old_until" timestamp (3) with time zone,
	"scopes" text[] NOT NULL,
	"profile_ids" uuid[],
	"expires_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_keys" (
	"hash" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"ended_because" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"profile_ids" uuid[],
	"invited_by" text,
	"accepted_by" text,
	"token_hashes" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_invitations_role" CHECK ("team_invitations"."role" in ('admin', 'editor', 'marketer', 'analyst', 'billing', 'viewer')),
	CONSTRAINT "team_invitations_state" CHECK ("team_invitations"."state" in ('open', 'accepted', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"off" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"service" text NOT NULL,
	"sealed" text NOT NULL,
	"instance_key" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "table_views" (
	"user_id" text NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"views" jsonb NOT NULL,
	CONSTRAINT "table_views_user_id_account_name_pk" PRIMARY KEY("user_id","account","name")
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"account" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"profile_ids" uuid[],
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_members_account_user_id_pk" PRIMARY KEY("account","user_id"),
	CONSTRAINT "team_members_role" CHECK ("team_members"."role" in ('admin', 'editor', 'marketer', 'analyst', 'billing', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "analytics_rollups" (
	"profile_id" uuid NOT NULL,
	"grain" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_bot" boolean NOT NULL,
	"is_suspected" boolean DEFAULT false NOT NULL,
	"dimension" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_rollups_pk" PRIMARY KEY("profile_id","grain","dimension","at","is_bot","is_suspected","key")
);
--> statement-breakpoint
CREATE TABLE "daily_visitors" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"is_suspected" boolean DEFAULT false NOT NULL,
	CONSTRAINT "daily_visitors_profile_id_day_visitor_is_suspected_pk" PRIMARY KEY("profile_id","day","visitor","is_suspected")
);
--> statement-breakpoint
CREATE TABLE "link_analytics" (
	"id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"agent_id" bigint,
	"referrer_id" bigint,
	"utm_id" bigint,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"region" text NOT NULL,
	"city" text NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"referrer_host" text NOT NULL,
	"app" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"is_suspected" boolean DEFAULT false NOT NULL,
	"clicked_at" timestamp (3) with time zone NOT NULL,
	"variant" text,
	CONSTRAINT "link_analytics_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"agent_id" bigint,
	"referrer_id" bigint,
	"utm_id" bigint,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"region" text NOT NULL,
	"city" text NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"referrer_host" text NOT NULL,
	"app" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"is_suspected" boolean DEFAULT false NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "page_views_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
CREATE TABLE "rollup_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"done_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_texts" (
	"profile_id" uuid NOT NULL,
	"id" bigint NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "visit_texts_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "egress_tracking" (
	"id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"operation_type" text NOT NULL,
	"bytes_transferred" bigint NOT NULL,
	"bytes_saved" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "egress_tracking_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"type" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_customers" (
	"account" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"account" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text,
	"checkout_id" text,
	"subscription_id" text,
	"status" text DEFAULT 'ended' NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"cancel_at" timestamp (3) with time zone,
	"ends_with_account" boolean DEFAULT false NOT NULL,
	"pause_from" timestamp (3) with time zone,
	"pause_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"discount" jsonb,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"had_discount" boolean DEFAULT false NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"remove_branding" boolean DEFAULT false NOT NULL,
	"granted_units" integer DEFAULT 0 NOT NULL,
	"grace_told" text DEFAULT 'none' NOT NULL,
	"sync_begun" integer DEFAULT 0 NOT NULL,
	"sync_done" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_redemptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"account" text,
	"reserved_until" timestamp (3) with time zone,
	"redeemed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"percent_off" integer,
	"amount_off_cents" integer,
	"months" integer,
	"redemptions_max" integer,
	"expires_at" timestamp (3) with time zone,
	"min_units" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "coupons_off" CHECK (("coupons"."percent_off" is null) <> ("coupons"."amount_off_cents" is null))
);
--> statement-breakpoint
CREATE TABLE "domain_proofs" (
	"host_hash" text PRIMARY KEY NOT NULL,
	"account_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"host" text NOT NULL,
	"zone" text NOT NULL,
	"token" text NOT NULL,
	"state" text DEFAULT 'added' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"seen" jsonb,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"active_at" timestamp (3) with time zone,
	"dangling_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "in_app_exits" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"app" text NOT NULL,
	"os" text NOT NULL,
	"way" text NOT NULL,
	"tried" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "in_app_exits_profile_id_day_app_os_way_pk" PRIMARY KEY("profile_id","day","app","os","way")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"url" text NOT NULL,
	"icon" text,
	"show_icon" boolean DEFAULT false NOT NULL,
	"show_adult_warning" boolean DEFAULT false NOT NULL,
	"is_ab_test" boolean DEFAULT false NOT NULL,
	"link_a" text,
	"link_b" text,
	"ab_split_ratio" double precision DEFAULT 0.5 NOT NULL,
	"geo_restrictions" jsonb,
	"geo_blocked_fallback_url" text,
	"click_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"darkest" text,
	"lightest" text,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"display_name" text,
	"status" text DEFAULT 'active' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"profile_picture_url" text,
	"notes" text,
	"public_notes" text,
	"theme_settings" jsonb,
	"show_online_indicator" boolean DEFAULT false NOT NULL,
	"show_response_time" boolean DEFAULT false NOT NULL,
	"response_time" text,
	"customer_rescue_enabled" boolean DEFAULT false NOT NULL,
	"customer_rescue_url" text,
	"background_image_url" text,
	"overlay_color" text,
	"overlay_opacity" real,
	"promotion_text" text,
	"promotion_settings" jsonb,
	"social_platforms" jsonb,
	"facebook_pixel_id" text,
	"google_analytics_id" text,
	"screensaver_enabled" boolean DEFAULT false NOT NULL,
	"screensaver_link" text,
	"lead_capture_enabled" boolean,
	"lead_capture_title" text,
	"lead_capture_description" text,
	"collect_phone_enabled" boolean,
	"phone_required" boolean,
	"disclaimer_text" text,
	"button_text" text,
	"tiktok_fallback_enabled" boolean DEFAULT false NOT NULL,
	"direct_link_url" text,
	"direct_link_warning" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"show_location" boolean DEFAULT false NOT NULL,
	"collect_without_download" boolean DEFAULT false NOT NULL,
	"confirm_sign_ups" boolean DEFAULT false NOT NULL,
	"in_app_browsers" jsonb,
	"past_emails" integer,
	"username_since" timestamp (3) with time zone,
	"link_count" integer DEFAULT 0 NOT NULL,
	"domain" text
);
--> statement-breakpoint
CREATE TABLE "old_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"kept_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"username" text NOT NULL,
	"profile_id" uuid,
	"reason" text NOT NULL,
	"details" text NOT NULL,
	"reporter_email" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"actor" text,
	"profile_id" uuid,
	"data" jsonb NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "handover_offers" (
	"account" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"is_staying" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "affiliate_popups" (
	"user_id" text PRIMARY KEY NOT NULL,
	"last_affiliate_popup" timestamp (3) with time zone NOT NULL,
	"affiliate_popup_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"is_current" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_marks" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referral_marks_user_id_kind_hash_pk" PRIMARY KEY("user_id","kind","hash")
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referral_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"side" text NOT NULL,
	"reward_amount" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_visits" (
	"code" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "referral_visits_code_day_pk" PRIMARY KEY("code","day")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referral_code" text NOT NULL,
	"referrer_user_id" text NOT NULL,
	"referred_user_id" text,
	"status" text NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"review" text,
	"reviewed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "referrals_status" CHECK ("referrals"."status" in ('pending', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid,
	"type" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"duration_ms" integer,
	"outcome" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tried_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"made_by" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_because" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"actor" jsonb NOT NULL,
	"subject" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"payload" jsonb NOT NULL,
	CONSTRAINT "events_account_id_pk" PRIMARY KEY("account","id")
);
--> statement-breakpoint
CREATE TABLE "followed_jobs" (
	"account" text NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"permission" text NOT NULL,
	"started_by" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "followed_jobs_account_id_pk" PRIMARY KEY("account","id")
);
--> statement-breakpoint
CREATE TABLE "instance_values" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text DEFAULT '' NOT NULL,
	"request" text NOT NULL,
	"attempt" uuid,
	"leased_until" timestamp (3) with time zone,
	"changed" boolean DEFAULT true NOT NULL,
	"status" integer NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text,
	"template" text NOT NULL,
	"once" text,
	"about" text,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"maybe_twice" boolean DEFAULT false NOT NULL,
	"kept_as" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tried_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "removed_rows" (
	"undo_id" uuid NOT NULL,
	"account" text NOT NULL,
	"table_name" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inboxes" ADD CONSTRAINT "inboxes_user_id_mailbox_id_mailboxes_user_id_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mailboxes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_hook_tokens" ADD CONSTRAINT "mail_hook_tokens_user_id_mailbox_id_mail_hooks_user_id_mailbox_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mail_hooks"("user_id","mailbox_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_hooks" ADD CONSTRAINT "mail_hooks_user_id_mailbox_id_mailboxes_user_id_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mailboxes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_trust" ADD CONSTRAINT "mail_trust_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_receivers" ADD CONSTRAINT "mailbox_receivers_user_id_mailbox_id_mailboxes_user_id_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mailboxes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_uses" ADD CONSTRAINT "mailbox_uses_user_id_mailbox_id_mailboxes_user_id_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mailboxes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactional_mails" ADD CONSTRAINT "transactional_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_keys" ADD CONSTRAINT "ended_keys_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_views" ADD CONSTRAINT "table_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_views" ADD CONSTRAINT "table_views_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_customers" ADD CONSTRAINT "sandbox_customers_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_offers" ADD CONSTRAINT "handover_offers_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_offers" ADD CONSTRAINT "handover_offers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "affiliate_popups" ADD CONSTRAINT "affiliate_popups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_marks" ADD CONSTRAINT "referral_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_visits" ADD CONSTRAINT "referral_visits_code_referral_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."referral_codes"("code") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_user_id_users_id_fk" FOREIGN KEY ("referrer_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_user_id_users_id_fk" FOREIGN KEY ("referred_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suppressions_import" ON "suppressions" USING btree ("import_id") WHERE "suppressions"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "suppressions_newest" ON "suppressions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suppressions_text" ON "suppressions" USING gin (fold_text((coalesce("email", ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_merges_kept" ON "contact_merges" USING btree ("user_id","kept_id");--> statement-breakpoint
CREATE INDEX "contact_merges_undo" ON "contact_merges" USING btree ("at") WHERE "contact_merges"."undo" is not null;--> statement-breakpoint
CREATE INDEX "contact_requests_newest" ON "contact_requests" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "contact_tasks_contact" ON "contact_tasks" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_tasks_open" ON "contact_tasks" USING btree ("user_id","due_at","id") WHERE "contact_tasks"."done_at" is null;--> statement-breakpoint
CREATE INDEX "contact_tasks_reminders" ON "contact_tasks" USING btree ("due_at") WHERE "contact_tasks"."done_at" is null and "contact_tasks"."reminded_at" is null;--> statement-breakpoint
CREATE INDEX "contact_tasks_assignee" ON "contact_tasks" USING btree ("assignee_id") WHERE "contact_tasks"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "contact_timeline_newest" ON "contact_timeline" USING btree ("user_id","contact_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_email" ON "contacts" USING btree ("user_id","email");--> statement-breakpoint
CREATE INDEX "contacts_id" ON "contacts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "contacts_newest" ON "contacts" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("user_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "contacts_facets" ON "contacts" USING gin ("user_id","tags","profile_ids","country","status");--> statement-breakpoint
CREATE INDEX "contacts_text" ON "contacts" USING gin (fold_text(("name" || chr(10) || "email" || chr(10) || coalesce("phone", '') || chr(10) || regexp_replace(coalesce("phone", ''), '[^0-9]', '', 'g'))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contacts_stage" ON "contacts" USING btree ("user_id","stage_id","stage_at","id") WHERE "contacts"."stage_id" is not null;--> statement-breakpoint
CREATE INDEX "contacts_owner" ON "contacts" USING btree ("owner_id","user_id") WHERE "contacts"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "contacts_hash" ON "contacts" USING hash (encode(sha256(replace("user_id" || chr(10) || "email", chr(92), repeat(chr(92), 2))::bytea), 'hex'));--> statement-breakpoint
CREATE INDEX "contacts_odd" ON "contacts" USING btree ("user_id","created_at","id") WHERE (split_part("contacts"."email", '@', 1) in ('abuse', 'accounts', 'admin', 'administrator', 'billing', 'bookings', 'careers', 'contact', 'enquiries', 'feedback', 'finance', 'hello', 'help', 'helpdesk', 'hostmaster', 'hr', 'info', 'inquiries', 'it', 'jobs', 'legal', 'mail', 'marketing', 'media', 'news', 'newsletter', 'no-reply', 'noreply', 'office', 'orders', 'postmaster', 'press', 'privacy', 'root', 'sales', 'security', 'service', 'services', 'shop', 'staff', 'support', 'team', 'webmaster') or split_part("contacts"."email", '@', 2) in ('10minutemail.com', '10minutemail.net', '20minutemail.com', '33mail.com', 'anonbox.net', 'burnermail.io', 'byom.de', 'discard.email', 'discardmail.com', 'dispostable.com', 'dropmail.me', 'emailfake.com', 'emailondeck.com', 'emailtemp.org', 'fakeinbox.com', 'fakemail.net', 'fakemailgenerator.com', 'getairmail.com', 'getnada.com', 'grr.la', 'guerrillamail.biz', 'guerrillamail.com', 'guerrillamail.de', 'guerrillamail.info', 'guerrillamail.net', 'guerrillamail.org', 'guerrillamailblock.com', 'harakirimail.com', 'inboxbear.com', 'inboxkitten.com', 'incognitomail.org', 'jetable.org', 'luxusmail.org', 'mail-temp.com', 'mailcatch.com', 'maildrop.cc', 'mailexpire.com', 'mailinator.com', 'mailinator.net', 'mailnesia.com', 'mailnull.com', 'mailpoof.com', 'mailsac.com', 'mintemail.com', 'minuteinbox.com', 'moakt.com', 'mohmal.com', 'mytemp.email', 'mytrashmail.com', 'nada.email', 'onewaymail.com', 'owlymail.com', 'sharklasers.com', 'spam4.me', 'spambog.com', 'spambox.us', 'spamex.com', 'spamgourmet.com', 'spamspot.com', 'temp-mail.io', 'temp-mail.org', 'tempail.com', 'tempinbox.com', 'tempmail.com', 'tempmail.dev', 'tempmail.net', 'tempmailo.com', 'tempr.email', 'throwawaymail.com', 'trash-mail.com', 'trashmail.com', 'trashmail.de', 'trashmail.net', 'trashmail.ws', 'trbvm.com', 'wegwerfemail.de', 'wegwerfmail.de', 'yopmail.com', 'yopmail.fr', 'yopmail.net', 'zetmail.com'));--> statement-breakpoint
CREATE INDEX "former_contacts_id" ON "former_contacts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "import_changes_contact" ON "import_changes" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "import_problems_hash" ON "import_problems" USING btree ("user_id","email_hash");--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_ended" ON "imports" USING btree ("ended_at") WHERE "imports"."ended_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "fan_leads_email" ON "fan_leads" USING btree ("profile_id","email");--> statement-breakpoint
CREATE INDEX "fan_leads_account" ON "fan_leads" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fan_leads_profile" ON "fan_leads" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fan_leads_contact" ON "fan_leads" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "fan_leads_picked" ON "fan_leads" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_sent" ON "orders" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "orders_contact" ON "orders" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_archived" ON "campaigns" USING btree ("user_id","archive_profile_id","started_at") WHERE "campaigns"."archive_profile_id" is not null;--> statement-breakpoint
CREATE INDEX "campaigns_working" ON "campaigns" USING btree ("state") WHERE "campaigns"."state" in ('scheduled', 'preparing', 'sending');--> statement-breakpoint
CREATE INDEX "first_campaigns_newest" ON "first_campaigns" USING btree ("review","created_at","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "first_campaigns_id" ON "first_campaigns" USING btree ("id");--> statement-breakpoint
CREATE INDEX "mail_clicks_batch" ON "mail_clicks" USING btree ("user_id","batch_id");--> statement-breakpoint
CREATE INDEX "mail_opens_batch" ON "mail_opens" USING btree ("user_id","batch_id");--> statement-breakpoint
CREATE INDEX "mail_rollups_batch" ON "mail_rollups" USING btree ("user_id","batch_id","kind");--> statement-breakpoint
CREATE INDEX "mail_rollups_complained" ON "mail_rollups" USING btree ("user_id","host") WHERE "mail_rollups"."complained" > 0;--> statement-breakpoint
CREATE INDEX "batches_by_id" ON "batches" USING btree ("id");--> statement-breakpoint
CREATE INDEX "batches_sending" ON "batches" USING btree ("state") WHERE "batches"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "deliveries_contact" ON "deliveries" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "deliveries_complained" ON "deliveries" USING btree ("user_id","complained_at") WHERE "deliveries"."complained_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("user_id","batch_id","sender_index","due_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("leased_until") WHERE "deliveries"."state" = 'leased';--> statement-breakpoint
CREATE INDEX "deliveries_uncertain" ON "deliveries" USING btree ("tried_at") WHERE "deliveries"."state" = 'uncertain';--> statement-breakpoint
CREATE INDEX "deliveries_tried" ON "deliveries" USING btree ("user_id","batch_id","tried_at") WHERE "deliveries"."tried_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_clicks_message" ON "delivery_clicks" USING btree ("user_id","batch_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_clicks_sent" ON "delivery_clicks" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "delivery_returns_contact" ON "delivery_returns" USING btree ("user_id","contact_id","at");--> statement-breakpoint
CREATE INDEX "delivery_returns_kind" ON "delivery_returns" USING btree ("user_id","kind","at");--> statement-breakpoint
CREATE INDEX "inboxes_due" ON "inboxes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "mail_hook_tokens_at" ON "mail_hook_tokens" USING btree ("at");--> statement-breakpoint
CREATE INDEX "template_versions_newest" ON "template_versions" USING btree ("user_id","template_id","created_at");--> statement-breakpoint
CREATE INDEX "transactional_mails_due" ON "transactional_mails" USING btree ("due_at","user_id","mailbox_id") WHERE "transactional_mails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "transactional_mails_leased" ON "transactional_mails" USING btree ("leased_until") WHERE "transactional_mails"."state" = 'leased';--> statement-breakpoint
CREATE INDEX "transactional_mails_email" ON "transactional_mails" USING btree ("email_hash","user_id");--> statement-breakpoint
CREATE INDEX "transactional_mails_created" ON "transactional_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_of_provider" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_founder" ON "users" USING btree ("role") WHERE "users"."role" = 'founder';--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_old_hash" ON "api_keys" USING btree ("old_hash");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account");--> statement-breakpoint
CREATE INDEX "ended_keys_account" ON "ended_keys" USING btree ("account","ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_open" ON "team_invitations" USING btree ("account","email") WHERE "team_invitations"."state" <> 'accepted';--> statement-breakpoint
CREATE INDEX "team_invitations_tokens" ON "team_invitations" USING gin ("token_hashes");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "table_views_account" ON "table_views" USING btree ("account");--> statement-breakpoint
CREATE INDEX "team_members_user" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "analytics_rollups_at" ON "analytics_rollups" USING brin ("at");--> statement-breakpoint
CREATE INDEX "link_analytics_time" ON "link_analytics" USING btree ("profile_id","clicked_at");--> statement-breakpoint
CREATE INDEX "link_analytics_variants" ON "link_analytics" USING btree ("profile_id","link_id","variant") WHERE "link_analytics"."variant" is not null and not "link_analytics"."is_bot" and not "link_analytics"."is_suspected";--> statement-breakpoint
CREATE INDEX "page_views_time" ON "page_views" USING btree ("profile_id","viewed_at");--> statement-breakpoint
CREATE INDEX "egress_tracking_time" ON "egress_tracking" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "billing_events_account" ON "billing_events" USING btree ("account","processed_at");--> statement-breakpoint
CREATE INDEX "billing_events_age" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_once" ON "coupon_redemptions" USING btree ("coupon_id","account");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_account" ON "coupon_redemptions" USING btree ("account");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_reserved" ON "coupon_redemptions" USING btree ("reserved_until") WHERE "coupon_redemptions"."reserved_until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("code");--> statement-breakpoint
CREATE INDEX "coupons_newest" ON "coupons" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_account_host" ON "domains" USING btree ("account","host");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_verified" ON "domains" USING btree ("host") WHERE verified_at is not null;--> statement-breakpoint
CREATE INDEX "domains_profile" ON "domains" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "domains_due" ON "domains" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "links_profile" ON "links" USING btree ("profile_id","position");--> statement-breakpoint
CREATE INDEX "media_account" ON "media" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_profiles_username" ON "client_profiles" USING btree ("username");--> statement-breakpoint
CREATE INDEX "client_profiles_user" ON "client_profiles" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "old_usernames_profile" ON "old_usernames" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "page_reports_number" ON "page_reports" USING btree ("number");--> statement-breakpoint
CREATE INDEX "page_reports_status" ON "page_reports" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "page_reports_open" ON "page_reports" USING btree ("username") WHERE "page_reports"."status" = 'open';--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_account" ON "notifications" USING btree ("account");--> statement-breakpoint
CREATE INDEX "notifications_profile" ON "notifications" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "handover_offers_user" ON "handover_offers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_codes_any_case" ON "referral_codes" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "referral_codes_current" ON "referral_codes" USING btree ("user_id") WHERE "referral_codes"."is_current";--> statement-breakpoint
CREATE INDEX "referral_codes_user" ON "referral_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "referral_marks_hash" ON "referral_marks" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "referral_marks_age" ON "referral_marks" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_rewards_once" ON "referral_rewards" USING btree ("referral_id","side");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_rewards_referred" ON "referral_rewards" USING btree ("user_id") WHERE "referral_rewards"."side" = 'referred';--> statement-breakpoint
CREATE INDEX "referral_rewards_user" ON "referral_rewards" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_referred" ON "referrals" USING btree ("referred_user_id");--> statement-breakpoint
CREATE INDEX "referrals_newest" ON "referrals" USING btree ("referrer_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "referrals_reviewed" ON "referrals" USING btree ("created_at","id") WHERE "referrals"."review" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_account" ON "webhooks" USING btree ("account");--> statement-breakpoint
CREATE INDEX "events_time" ON "events" USING brin ("time");--> statement-breakpoint
CREATE INDEX "followed_jobs_age" ON "followed_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "kept_answers_age" ON "kept_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "kept_answers_owner" ON "kept_answers" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING gin (fold_text("recipient") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("template","once");--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("account","about") WHERE "mails"."about" is not null;--> statement-breakpoint
CREATE INDEX "removed_rows_undo" ON "removed_rows" USING btree ("account","undo_id");--> statement-breakpoint
CREATE INDEX "removed_rows_age" ON "removed_rows" USING btree ("table_name","removed_at");--> statement-breakpoint
CREATE FUNCTION "sum_up_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO mail_rollups AS r (user_id, kind, at, batch_id, host, sender_index, sent, refused, returned, bounced_hard,
		bounced_soft, complained, replied, unsubscribed, opened, machine_opened, clicked, clicked_unopened, machine_clicked)
	SELECT user_id, kind, at, batch_id, host, sender_index, sum(sent), sum(refused), sum(returned), sum(bounced_hard),
		sum(bounced_soft), sum(complained), sum(replied), sum(unsubscribed), sum(opened), sum(machine_opened),
		sum(clicked), sum(clicked_unopened), sum(machine_clicked)
	FROM (
		SELECT m.user_id, f.kind, date_bin('15 minutes', f.at, 'epoch') AS at, m.batch_id,
			CASE WHEN f.kind = 'sent' THEN m.host ELSE '' END AS host, m.sender_index,
			m.sign * f.sent AS sent, m.sign * f.refused AS refused, m.sign * f.returned AS returned,
			m.sign * f.bounced_hard AS bounced_hard, m.sign * f.bounced_soft AS bounced_soft,
			m.sign * f.complained AS complained, m.sign * f.replied AS replied,
			m.sign * f.unsubscribed AS unsubscribed, m.sign * f.opened AS opened,
			m.sign * f.machine_opened AS machine_opened, m.sign * f.clicked AS clicked,
			m.sign * f.clicked_unopened AS clicked_unopened, m.sign * f.machine_clicked AS machine_clicked
		FROM (
			SELECT *, -1 AS sign FROM old_rows WHERE state NOT IN ('pending', 'leased', 'uncertain', 'skipped')
			UNION ALL
			SELECT *, 1 FROM new_rows WHERE state NOT IN ('pending', 'leased', 'uncertain', 'skipped')
		) r
		-- What a person did with it proves that it arrived, whatever a server said.
		CROSS JOIN LATERAL (SELECT coalesce(r.opened_at, r.clicked_at, r.replied_at, r.unsubscribed_at,
			r.complained_at) IS NOT NULL AS arrived) a
		CROSS JOIN LATERAL (SELECT r.*, a.arrived, NOT a.arrived AND (r.state = 'failed'
			OR r.state = 'bounced_soft' AND r.handed_over_at IS NULL) AS unsent) m
		CROSS JOIN LATERAL (
			SELECT 'sent' AS kind, coalesce(m.handed_over_at, m.tried_at, m.due_at) AS at,
				(NOT m.unsent)::int AS sent,
				(m.unsent AND (m.state = 'bounced_soft' OR coalesce(m.reason, '') IN ('hard', 'policy')))::int AS refused,
				(NOT m.unsent AND NOT m.arrived AND m.state IN ('bounced_hard', 'bounced_soft')
					AND (m.bounced_at - m.handed_over_at <= interval '72 hours') IS NOT FALSE)::int AS returned,
				(m.state = 'bounced_hard' OR m.unsent AND coalesce(m.reason, '') = 'hard')::int AS bounced_hard,
				(NOT m.unsent AND m.state = 'bounced_soft')::int AS bounced_soft,
				(m.complained_at IS NOT NULL)::int AS complained, (m.replied_at IS NOT NULL)::int AS replied,
				(m.unsubscribed_at IS NOT NULL)::int AS unsubscribed, (m.opened_at IS NOT NULL)::int AS opened,
				(m.machine_opened_at IS NOT NULL AND m.opened_at IS NULL)::int AS machine_opened,
				(m.clicked_at IS NOT NULL)::int AS clicked,
				(m.clicked_at IS NOT NULL AND m.opened_at IS NULL)::int AS clicked_unopened,
				(m.machine_clicked_at IS NOT NULL AND m.clicked_at IS NULL)::int AS machine_clicked
			UNION ALL SELECT 'happened', m.handed_over_at, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
				WHERE m.handed_over_at IS NOT NULL
			UNION ALL SELECT 'happened', m.bounced_at, 0, 0, 0, (m.state = 'bounced_hard')::int,
				(m.state = 'bounced_soft')::int, 0, 0, 0, 0, 0, 0, 0, 0
				WHERE m.bounced_at IS NOT NULL AND NOT m.unsent
			UNION ALL SELECT 'happened', m.tried_at, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
				WHERE m.tried_at IS NOT NULL AND m.unsent AND m.reason = 'hard'
			UNION ALL SELECT 'happened', m.complained_at, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
				WHERE m.complained_at IS NOT NULL
			UNION ALL SELECT 'happened', m.replied_at, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0
				WHERE m.replied_at IS NOT NULL
			UNION ALL SELECT 'happened', m.unsubscribed_at, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0
				WHERE m.unsubscribed_at IS NOT NULL
			UNION ALL SELECT 'happened', m.opened_at, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0
				WHERE m.opened_at IS NOT NULL
			UNION ALL SELECT 'happened', m.clicked_at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0
				WHERE m.clicked_at IS NOT NULL
		) f
	) d
	GROUP BY user_id, kind, at, batch_id, host, sender_index
	HAVING sum(sent) <> 0 OR sum(refused) <> 0 OR sum(returned) <> 0 OR sum(bounced_hard) <> 0
		OR sum(bounced_soft) <> 0 OR sum(complained) <> 0 OR sum(replied) <> 0 OR sum(unsubscribed) <> 0
		OR sum(opened) <> 0 OR sum(machine_opened) <> 0 OR sum(clicked) <> 0 OR sum(clicked_unopened) <> 0
		OR sum(machine_clicked) <> 0
	-- Always in the same order, so that two statements never wait for each other.
	ORDER BY user_id, kind, at, batch_id, host, sender_index
	ON CONFLICT (user_id, kind, at, batch_id, host, sender_index) DO UPDATE SET sent = r.sent + excluded.sent,
		refused = r.refused + excluded.refused, returned = r.returned + excluded.returned,
		bounced_hard = r.bounced_hard + excluded.bounced_hard, bounced_soft = r.bounced_soft + excluded.bounced_soft,
		complained = r.complained + excluded.complained, replied = r.replied + excluded.replied,
		unsubscribed = r.unsubscribed + excluded.unsubscribed, opened = r.opened + excluded.opened,
		machine_opened = r.machine_opened + excluded.machine_opened, clicked = r.clicked + excluded.clicked,
		clicked_unopened = r.clicked_unopened + excluded.clicked_unopened, machine_clicked = r.machine_clicked + excluded.machine_clicked;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "deliveries_summed_up" AFTER UPDATE ON "deliveries"
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION sum_up_deliveries();
