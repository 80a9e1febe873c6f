CREATE TABLE "media_objects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_drafts" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"draft_id" uuid,
	"base" jsonb,
	"copies" jsonb NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"revert_at" timestamp (3) with time zone,
	"before" jsonb,
	"after" jsonb,
	"made_by" text,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gallery_themes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"theme" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "alt_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focus" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "object_bytes" integer;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "draft_of" uuid;--> statement-breakpoint
CREATE INDEX "page_drafts_account" ON "page_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "page_drafts_copy" ON "page_drafts" USING btree ("draft_id") WHERE "page_drafts"."draft_id" is not null;--> statement-breakpoint
CREATE INDEX "analytics_goals_profile" ON "analytics_goals" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "analytics_notes_profile" ON "analytics_notes" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "stat_shares_profile" ON "stat_shares" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_original" ON "media" USING btree ("user_id","hash");