CREATE TABLE "packed_days" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version" uuid NOT NULL,
	"events" integer NOT NULL,
	"words" jsonb NOT NULL,
	"minutes" "bytea" NOT NULL,
	"kinds" "bytea" NOT NULL,
	"places" "bytea",
	"clients" "bytea",
	"sources" "bytea",
	"utms" "bytea",
	"links" "bytea",
	"visitors" "bytea",
	CONSTRAINT "packed_days_profile_id_day_pk" PRIMARY KEY("profile_id","day")
);
--> statement-breakpoint
CREATE TABLE "page_import_counts" (
	"service" text NOT NULL,
	"day" date NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"successes" integer DEFAULT 0 NOT NULL,
	"links" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "page_import_counts_service_day_pk" PRIMARY KEY("service","day")
);
--> statement-breakpoint
CREATE TABLE "page_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"made_by" text,
	"page" jsonb NOT NULL,
	"profile_id" uuid,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pictures_failed" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ab_variants" ADD COLUMN "mailbox_id" uuid;--> statement-breakpoint
ALTER TABLE "ab_variants" ADD COLUMN "from_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_events" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "kind" text DEFAULT 'link' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "layout" text DEFAULT 'row' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "animation" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "picture_url" text;--> statement-breakpoint
CREATE INDEX "page_imports_account" ON "page_imports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "automation_events_tried" ON "automation_events" USING btree ("user_id","id") WHERE "automation_events"."tries" > 0;