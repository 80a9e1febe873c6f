ALTER TABLE "deliveries" ADD COLUMN "looked_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inboxes" ADD COLUMN "auth" text DEFAULT 'plain' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "dns_seen" jsonb;--> statement-breakpoint
CREATE INDEX "deliveries_uncertain" ON "deliveries" USING btree ("tried_at") WHERE "deliveries"."state" = 'uncertain';