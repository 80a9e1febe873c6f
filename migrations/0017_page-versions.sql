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
CREATE INDEX "page_versions_newest" ON "page_versions" USING btree ("user_id","profile_id","made_at");