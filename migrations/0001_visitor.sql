CREATE TABLE "egress_tracking" (
	"id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"operation_type" text NOT NULL,
	"bytes_transferred" bigint NOT NULL,
	"bytes_saved" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "egress_tracking_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "in_app_exits" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"app" text NOT NULL,
	"os" text NOT NULL,
	"way" text NOT NULL,
	"tried" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "in_app_exits_profile_id_day_app_os_way_pk" PRIMARY KEY("profile_id","day","app","os","way")
);
--> statement-breakpoint
CREATE TABLE "fan_leads" (
	"id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"lead_source" text NOT NULL,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"referrer_host" text DEFAULT '' NOT NULL,
	"consent_text" text NOT NULL,
	"consent_version" text NOT NULL,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fan_leads_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
CREATE TABLE "page_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"username" text NOT NULL,
	"profile_id" uuid,
	"reason" text NOT NULL,
	"details" text NOT NULL,
	"reporter_email" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "show_location" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "collect_without_download" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "in_app_browsers" jsonb;--> statement-breakpoint
CREATE INDEX "egress_tracking_time" ON "egress_tracking" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "fan_leads_email" ON "fan_leads" USING btree ("profile_id","email");--> statement-breakpoint
CREATE INDEX "fan_leads_account" ON "fan_leads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "page_reports_number" ON "page_reports" USING btree ("number");--> statement-breakpoint
CREATE INDEX "page_reports_status" ON "page_reports" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "link_analytics_variants" ON "link_analytics" USING btree ("profile_id","link_id","variant") WHERE "link_analytics"."variant" is not null and not "link_analytics"."is_bot";