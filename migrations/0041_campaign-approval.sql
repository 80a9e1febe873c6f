CREATE TABLE "campaign_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"approval_above" integer
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "checked" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "approval_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "approval_asked_by" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "approved_by" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "approved_hash" text;