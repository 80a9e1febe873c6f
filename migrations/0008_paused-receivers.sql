ALTER TABLE "mailbox_receivers" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mailbox_receivers" ADD COLUMN "pause_reason" text;--> statement-breakpoint
ALTER TABLE "mailbox_receivers" ADD COLUMN "resumed_at" timestamp (3) with time zone;