ALTER TABLE "links" ADD COLUMN "kind" text DEFAULT 'link' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "layout" text DEFAULT 'row' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "animation" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "picture_url" text;