ALTER TABLE "media" ADD COLUMN "darkest" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "lightest" text;--> statement-breakpoint
-- Until now every saved form stored this as false, whether its owner had chosen that or not.
UPDATE "client_profiles" SET "theme_settings" = "theme_settings" - 'always_own_colors' WHERE jsonb_typeof("theme_settings") = 'object' AND "theme_settings" ->> 'always_own_colors' = 'false';
