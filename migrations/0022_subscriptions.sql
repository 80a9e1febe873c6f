CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"type" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_customers" (
	"account" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"account" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text,
	"checkout_id" text,
	"subscription_id" text,
	"status" text DEFAULT 'ended' NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"cancel_at" timestamp (3) with time zone,
	"pause_from" timestamp (3) with time zone,
	"pause_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"discount" jsonb,
	"had_discount" boolean DEFAULT false NOT NULL,
	"remove_branding" boolean DEFAULT false NOT NULL,
	"granted_units" integer DEFAULT 0 NOT NULL,
	"grace_told" text DEFAULT 'none' NOT NULL,
	"sync_begun" integer DEFAULT 0 NOT NULL,
	"sync_done" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_customers" ADD CONSTRAINT "sandbox_customers_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_account" ON "billing_events" USING btree ("account","processed_at");--> statement-breakpoint
CREATE INDEX "billing_events_age" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("customer_id");