ALTER TABLE "ab_variants" ADD COLUMN "mode" text;--> statement-breakpoint
ALTER TABLE "ab_variants" ADD COLUMN "blocks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ab_variants" ADD COLUMN "theme" jsonb;