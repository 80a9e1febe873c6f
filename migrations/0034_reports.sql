ALTER TABLE "moderation_cases" ADD COLUMN "refused" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "page_reports" ADD COLUMN "language" text;