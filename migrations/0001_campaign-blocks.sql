ALTER TABLE "campaigns" ADD COLUMN "mode" text DEFAULT 'blocks' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "preheader" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "blocks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "theme" jsonb DEFAULT '{"background":"#f4f4f5","card":"#ffffff","text":"#27272a","accent":"#6d28d9","accent_text":"#ffffff","font":"sans","radius":12}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "campaigns" SET "mode" = CASE WHEN "template_id" IS NOT NULL THEN 'template' ELSE 'html' END WHERE "template_id" IS NOT NULL OR "html" <> '';
