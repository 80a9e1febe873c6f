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
CREATE INDEX "audit_checks_started" ON "audit_checks" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "event_seals_event" ON "event_seals" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "events_id" ON "events" USING btree ("id");--> statement-breakpoint
CREATE INDEX "events_actor" ON "events" USING btree (("actor"->>'id'),"id") WHERE "events"."actor"->>'id' is not null;--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "events_name" ON "events" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "events_by_few" ON "events" USING btree (("actor"->>'type'),"id") WHERE "events"."actor"->>'type' in ('staff', 'api-key');