CREATE TABLE "first_campaigns" (
	"user_id" text PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"review" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sending_stops" ADD COLUMN "staff_reason" text;--> statement-breakpoint
CREATE INDEX "first_campaigns_newest" ON "first_campaigns" USING btree ("review","created_at","user_id");--> statement-breakpoint
CREATE INDEX "first_campaigns_campaign" ON "first_campaigns" USING btree ("campaign_id");