CREATE TABLE "broadcast_audiences" (
	"broadcast_id" uuid NOT NULL,
	"account" text NOT NULL,
	CONSTRAINT "broadcast_audiences_broadcast_id_account_pk" PRIMARY KEY("broadcast_id","account")
);
--> statement-breakpoint
CREATE TABLE "broadcast_template_versions" (
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"versions" jsonb NOT NULL,
	"channels" text[] NOT NULL,
	"target" text NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "broadcast_template_versions_template_id_version_pk" PRIMARY KEY("template_id","version")
);
--> statement-breakpoint
CREATE TABLE "broadcast_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_receipts" (
	"rule" text NOT NULL,
	"account" text NOT NULL,
	"occasion" text NOT NULL,
	"number" integer NOT NULL,
	"message" text NOT NULL,
	"channels" text[] NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"watched_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "reminder_receipts_rule_account_occasion_number_pk" PRIMARY KEY("rule","account","occasion","number")
);
--> statement-breakpoint
CREATE TABLE "reminder_rules" (
	"rule" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"delay_days" integer NOT NULL,
	"channels" text[] NOT NULL,
	"repeat_days" integer,
	"times_max" integer NOT NULL,
	"versions" jsonb NOT NULL,
	"after_id" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signal_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"profile_id" uuid NOT NULL,
	"link_id" uuid
);
--> statement-breakpoint
CREATE TABLE "signal_hits" (
	"signal" text NOT NULL,
	"subject" text NOT NULL,
	"profile_id" uuid,
	"account" text NOT NULL,
	"found" text NOT NULL,
	"why" text NOT NULL,
	"case_id" uuid,
	"cased_at" timestamp (3) with time zone,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signal_hits_signal_subject_pk" PRIMARY KEY("signal","subject")
);
--> statement-breakpoint
CREATE TABLE "signal_list_hosts" (
	"list_id" uuid PRIMARY KEY NOT NULL,
	"digests" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"hosts" integer DEFAULT 0 NOT NULL,
	"ignored" integer DEFAULT 0 NOT NULL,
	"revision" uuid,
	"updated_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text
);
--> statement-breakpoint
CREATE TABLE "signal_switches" (
	"kind" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"threshold" integer,
	"entries" text[],
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
CREATE TABLE "staff_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"made_by" text NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"hash" text NOT NULL,
	"replaced" text[] DEFAULT '{}' NOT NULL,
	"old_until" timestamp (3) with time zone,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banner_dismissals" (
	"banner_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"dismissed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "banner_dismissals_banner_id_user_id_pk" PRIMARY KEY("banner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"tone" text NOT NULL,
	"url" text NOT NULL,
	"labels" jsonb NOT NULL,
	"audience" text NOT NULL,
	"from_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone,
	"updated_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "version_exits" (
	"day" date NOT NULL,
	"app" text NOT NULL,
	"os" text NOT NULL,
	"version" text NOT NULL,
	"way" text NOT NULL,
	"tried" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "version_exits_day_app_os_version_way_pk" PRIMARY KEY("day","app","os","version","way")
);
--> statement-breakpoint
CREATE TABLE "ways_out" (
	"app" text NOT NULL,
	"os" text NOT NULL,
	"from_major" integer NOT NULL,
	"from_minor" integer NOT NULL,
	"ways" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ways_out_app_os_from_major_from_minor_pk" PRIMARY KEY("app","os","from_major","from_minor")
);
--> statement-breakpoint
CREATE TABLE "help_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"account_id" text,
	"is_answer" boolean NOT NULL,
	"written_by" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"account_id" text,
	"written_by" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"account_id" text,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"page_url" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"is_premium" boolean NOT NULL,
	"assignee_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"waiting_since" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "legal_consents" (
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"dated" text NOT NULL,
	"how" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legal_consents_user_id_name_version_pk" PRIMARY KEY("user_id","name","version")
);
--> statement-breakpoint
CREATE TABLE "legal_drafts" (
	"name" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"name" text NOT NULL,
	"number" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"notice" text NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text,
	"told_until" text DEFAULT '' NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "legal_versions_name_number_pk" PRIMARY KEY("name","number")
);
--> statement-breakpoint
CREATE TABLE "case_signals" (
	"case_id" uuid NOT NULL,
	"signal" text NOT NULL,
	"why" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_signals_case_id_signal_pk" PRIMARY KEY("case_id","signal")
);
--> statement-breakpoint
CREATE TABLE "purged_reports" (
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "purged_reports_day_reason_pk" PRIMARY KEY("day","reason")
);
--> statement-breakpoint
ALTER TABLE "broadcast_receivers" ADD COLUMN "clicked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "template" jsonb;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "repeat" jsonb;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "series" uuid;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "frozen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "last_batch_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "opened_on" text;--> statement-breakpoint
ALTER TABLE "broadcast_audiences" ADD CONSTRAINT "broadcast_audiences_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_audiences" ADD CONSTRAINT "broadcast_audiences_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_template_versions" ADD CONSTRAINT "broadcast_template_versions_template_id_broadcast_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."broadcast_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_template_versions" ADD CONSTRAINT "broadcast_template_versions_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_receipts" ADD CONSTRAINT "reminder_receipts_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_keys" ADD CONSTRAINT "staff_keys_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_keys" ADD CONSTRAINT "staff_keys_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banner_dismissals" ADD CONSTRAINT "banner_dismissals_banner_id_banners_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."banners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banner_dismissals" ADD CONSTRAINT "banner_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_messages" ADD CONSTRAINT "help_messages_request_id_help_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."help_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_notes" ADD CONSTRAINT "help_notes_request_id_help_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."help_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_consents" ADD CONSTRAINT "legal_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_drafts" ADD CONSTRAINT "legal_drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_versions" ADD CONSTRAINT "legal_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_audiences_account" ON "broadcast_audiences" USING btree ("account");--> statement-breakpoint
CREATE INDEX "broadcast_template_versions_maker" ON "broadcast_template_versions" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "reminder_receipts_account" ON "reminder_receipts" USING btree ("account");--> statement-breakpoint
CREATE INDEX "reminder_receipts_time" ON "reminder_receipts" USING btree ("rule","sent_at");--> statement-breakpoint
CREATE INDEX "reminder_receipts_watched" ON "reminder_receipts" USING btree ("rule","account") WHERE "reminder_receipts"."watched_until" is not null;--> statement-breakpoint
CREATE INDEX "signal_hits_last" ON "signal_hits" USING btree ("signal","last_at","subject");--> statement-breakpoint
CREATE INDEX "signal_hits_cased" ON "signal_hits" USING btree ("signal","cased_at");--> statement-breakpoint
CREATE INDEX "signal_hits_account" ON "signal_hits" USING btree ("account");--> statement-breakpoint
CREATE INDEX "signal_hits_profile" ON "signal_hits" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_keys_hash" ON "staff_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "staff_keys_replaced" ON "staff_keys" USING gin ("replaced");--> statement-breakpoint
CREATE INDEX "staff_keys_maker" ON "staff_keys" USING btree ("made_by","created_at");--> statement-breakpoint
CREATE INDEX "staff_keys_revoker" ON "staff_keys" USING btree ("revoked_by");--> statement-breakpoint
CREATE INDEX "banner_dismissals_user" ON "banner_dismissals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "help_messages_request" ON "help_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "help_messages_account" ON "help_messages" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "help_messages_search" ON "help_messages" USING gin (fold_text("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "help_notes_request" ON "help_notes" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "help_notes_account" ON "help_notes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "help_requests_number" ON "help_requests" USING btree ("number");--> statement-breakpoint
CREATE INDEX "help_requests_queue" ON "help_requests" USING btree ("state","is_premium","waiting_since");--> statement-breakpoint
CREATE INDEX "help_requests_updated" ON "help_requests" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "help_requests_account" ON "help_requests" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "help_requests_email" ON "help_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "help_requests_search" ON "help_requests" USING gin (fold_text(("email" || ' ' || "subject")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "legal_consents_version" ON "legal_consents" USING btree ("name","version");--> statement-breakpoint
CREATE INDEX "case_signals_time" ON "case_signals" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "broadcasts_series" ON "broadcasts" USING btree ("series","send_at");--> statement-breakpoint
-- Pages are examined by a job, after they changed. Triggers remember which did, so that none of the many ways to change
-- one is forgotten, and whoever changes one doesn't wait.
CREATE FUNCTION "remember_signal_check"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'links' THEN
		IF TG_OP = 'INSERT' OR (old.url, old.link_a, old.link_b, old.geo_blocked_fallback_url, old.expired_url)
			IS DISTINCT FROM (new.url, new.link_a, new.link_b, new.geo_blocked_fallback_url, new.expired_url) THEN
			INSERT INTO signal_checks (profile_id, link_id) VALUES (new.profile_id, new.id);
		ELSE
			INSERT INTO signal_checks (profile_id) VALUES (new.profile_id);
		END IF;
	ELSE
		INSERT INTO signal_checks (profile_id) VALUES (new.id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "remember_signal_check" AFTER INSERT OR UPDATE OF url, is_ab_test, link_a, link_b, geo_blocked_fallback_url, expired_url, title, description, profile_id, user_id ON "links"
	FOR EACH ROW EXECUTE FUNCTION remember_signal_check();--> statement-breakpoint
CREATE TRIGGER "remember_signal_check" AFTER INSERT OR UPDATE OF username, display_name, public_notes, promotion_text, disclaimer_text, lead_capture_title, lead_capture_description, button_text, user_id ON "client_profiles"
	FOR EACH ROW EXECUTE FUNCTION remember_signal_check();--> statement-breakpoint
INSERT INTO signal_checks (profile_id) SELECT id FROM client_profiles WHERE deleted_at IS NULL;
