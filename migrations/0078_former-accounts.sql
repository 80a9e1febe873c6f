CREATE TABLE "ended_keys" (
	"hash" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"ended_because" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_settings" ADD COLUMN "former_accounts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_with_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ended_keys" ADD CONSTRAINT "ended_keys_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_keys_account" ON "ended_keys" USING btree ("account","ended_at");--> statement-breakpoint
CREATE INDEX "page_reports_open" ON "page_reports" USING btree ("username") WHERE "page_reports"."status" = 'open';