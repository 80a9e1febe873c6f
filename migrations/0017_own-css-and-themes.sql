CREATE TABLE "themes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"theme" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "own_css" text;--> statement-breakpoint
CREATE INDEX "themes_account" ON "themes" USING btree ("user_id");