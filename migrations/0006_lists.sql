CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "removed_rows" (
	"undo_id" uuid NOT NULL,
	"account" text NOT NULL,
	"table_name" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	"fields" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "fan_leads_account";--> statement-breakpoint
CREATE INDEX "removed_rows_undo" ON "removed_rows" USING btree ("account","undo_id");--> statement-breakpoint
CREATE INDEX "removed_rows_age" ON "removed_rows" USING btree ("table_name","removed_at");--> statement-breakpoint
CREATE INDEX "fan_leads_name" ON "fan_leads" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "fan_leads_account_email" ON "fan_leads" USING btree ("user_id","email");--> statement-breakpoint
CREATE INDEX "fan_leads_text" ON "fan_leads" USING gin (("name" || chr(10) || "email" || chr(10) || coalesce("phone", '') || chr(10) || regexp_replace(coalesce("phone", ''), '[^0-9]', '', 'g')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "fan_leads_account" ON "fan_leads" USING btree ("user_id","created_at","id");