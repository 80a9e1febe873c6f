ALTER TABLE "ab_variants" ADD COLUMN "mailbox_id" uuid;--> statement-breakpoint
ALTER TABLE "ab_variants" ADD COLUMN "from_address" text DEFAULT '' NOT NULL;