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
CREATE INDEX "signal_hits_last" ON "signal_hits" USING btree ("signal","last_at","subject");--> statement-breakpoint
CREATE INDEX "signal_hits_cased" ON "signal_hits" USING btree ("signal","cased_at");--> statement-breakpoint
CREATE INDEX "signal_hits_account" ON "signal_hits" USING btree ("account");--> statement-breakpoint
CREATE INDEX "signal_hits_profile" ON "signal_hits" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "case_signals_time" ON "case_signals" USING btree ("created_at");--> statement-breakpoint
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
