ALTER TABLE "fan_leads" ADD COLUMN "download_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "username_since" timestamp (3) with time zone;