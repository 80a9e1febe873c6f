ALTER TABLE "inboxes" ADD COLUMN "catching_up" jsonb;--> statement-breakpoint
ALTER TABLE "inboxes" ADD COLUMN "put_aside" jsonb DEFAULT '[]'::jsonb NOT NULL;