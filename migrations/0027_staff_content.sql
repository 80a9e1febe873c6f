CREATE TABLE "audit_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"event" uuid,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint NOT NULL,
	"problem_count" integer DEFAULT 0 NOT NULL,
	"problems" jsonb NOT NULL,
	"known_position" bigint,
	"known_hash" text
);
--> statement-breakpoint
CREATE TABLE "link_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"labels" text NOT NULL,
	"links" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_target_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "link_target_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"link_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_targets" (
	"host" text NOT NULL,
	"account" text NOT NULL,
	"link_id" uuid NOT NULL,
	"url_key" text NOT NULL,
	CONSTRAINT "link_targets_host_account_link_id_url_key_pk" PRIMARY KEY("host","account","link_id","url_key")
);
--> statement-breakpoint
CREATE TABLE "staff_change_items" (
	"change_id" uuid NOT NULL,
	"account" text NOT NULL,
	"thing_id" uuid NOT NULL,
	"before" jsonb,
	CONSTRAINT "staff_change_items_change_id_account_thing_id_pk" PRIMARY KEY("change_id","account","thing_id")
);
--> statement-breakpoint
CREATE TABLE "staff_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"of" text NOT NULL,
	"mark" text NOT NULL,
	"is_on" boolean NOT NULL,
	"reason" text NOT NULL,
	"host" text,
	"started_by" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"accounts" integer NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"undoes" uuid,
	"undone_by" uuid
);
--> statement-breakpoint
CREATE TABLE "event_chain" (
	"id" integer PRIMARY KEY NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"start_position" bigint NOT NULL,
	"start_hash" text NOT NULL,
	"start_event" uuid,
	"head_position" bigint NOT NULL,
	"head_hash" text NOT NULL,
	"head_event" uuid,
	"sealed_until" timestamp (3) with time zone NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_changes" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"digest" text,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"event_id" uuid NOT NULL,
	"digest" text,
	"hash" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "links_time";--> statement-breakpoint
DROP INDEX "client_profiles_time";--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "staff_hidden" jsonb;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "staff_adult" jsonb;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "staff_hidden" jsonb;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "staff_adult" jsonb;--> statement-breakpoint
CREATE INDEX "audit_checks_started" ON "audit_checks" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "link_hosts_labels" ON "link_hosts" USING btree ("labels" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "link_hosts_most" ON "link_hosts" USING btree ("links","host");--> statement-breakpoint
CREATE INDEX "link_targets_link" ON "link_targets" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "link_targets_account" ON "link_targets" USING btree ("account");--> statement-breakpoint
CREATE INDEX "link_targets_url" ON "link_targets" USING btree ("url_key","account","link_id");--> statement-breakpoint
CREATE INDEX "staff_change_items_account" ON "staff_change_items" USING btree ("account");--> statement-breakpoint
CREATE INDEX "staff_changes_started" ON "staff_changes" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "event_seals_event" ON "event_seals" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "links_staff_hidden" ON "links" USING btree (("staff_hidden"->>'change')) WHERE "links"."staff_hidden" is not null;--> statement-breakpoint
CREATE INDEX "links_staff_adult" ON "links" USING btree (("staff_adult"->>'change')) WHERE "links"."staff_adult" is not null;--> statement-breakpoint
CREATE INDEX "links_newest" ON "links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "client_profiles_staff_hidden" ON "client_profiles" USING btree (("staff_hidden"->>'change')) WHERE "client_profiles"."staff_hidden" is not null;--> statement-breakpoint
CREATE INDEX "client_profiles_staff_adult" ON "client_profiles" USING btree (("staff_adult"->>'change')) WHERE "client_profiles"."staff_adult" is not null;--> statement-breakpoint
CREATE INDEX "client_profiles_newest" ON "client_profiles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "client_profiles_bio" ON "client_profiles" USING gin (fold_text("public_notes") gin_trgm_ops) WHERE "client_profiles"."public_notes" is not null;--> statement-breakpoint
CREATE INDEX "events_id" ON "events" USING btree ("id");--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree (("actor"->>'id'),"id") WHERE "events"."actor"->>'id' is not null;--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "events_name" ON "events" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "events_by_few" ON "events" USING btree (("actor"->>'type'),"id") WHERE "events"."actor"->>'type' in ('staff', 'api-key');--> statement-breakpoint
-- Where links lead is filed by a job. A trigger remembers which links changed, so that none of the many ways to change
-- one can forget it, and nobody waits for anybody at popular hosts.
CREATE FUNCTION "remember_link_target"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		INSERT INTO link_target_changes (link_id) VALUES (old.id);
	ELSE
		INSERT INTO link_target_changes (link_id) VALUES (new.id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "remember_link_target" AFTER INSERT OR DELETE OR UPDATE OF user_id, url, is_ab_test, link_a, link_b, geo_blocked_fallback_url, expired_url, deleted_at ON "links"
	FOR EACH ROW EXECUTE FUNCTION remember_link_target();--> statement-breakpoint
INSERT INTO link_target_changes (link_id) SELECT id FROM links WHERE deleted_at IS NULL;
