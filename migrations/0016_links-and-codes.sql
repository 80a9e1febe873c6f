ALTER TABLE "links" ADD COLUMN "schedule" jsonb;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "expires_clicks" integer;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "expired_url" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "opened_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "audience" jsonb;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "password_hash" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "qr_design" jsonb;