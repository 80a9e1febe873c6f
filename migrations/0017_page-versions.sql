CREATE TABLE "page_drafts" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"draft_id" uuid,
	"base" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"publish_at" timestamp (3) with time zone,
	"revert_at" timestamp (3) with time zone,
	"revert_to" uuid,
	"made_by" text,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"page" jsonb NOT NULL,
	"changes" jsonb,
	"made_by" text,
	"made_at" timestamp (3) with time zone NOT NULL,
	"restored_from" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "draft_of" uuid;--> statement-breakpoint
CREATE INDEX "page_drafts_account" ON "page_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "page_versions_newest" ON "page_versions" USING btree ("user_id","profile_id","made_at");