ALTER TABLE "contact_settings" ADD COLUMN "former_accounts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_with_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "page_reports_open" ON "page_reports" USING btree ("username") WHERE "page_reports"."status" = 'open';
