ALTER TABLE "mailboxes" ADD COLUMN "dkim_next_selector" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "dkim_next_public" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "dkim_next_key" text;