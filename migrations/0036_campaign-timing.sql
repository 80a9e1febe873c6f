CREATE TABLE "campaign_series" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"campaign_id" uuid NOT NULL,
	"every" text NOT NULL,
	"weekdays" integer[] DEFAULT '{}' NOT NULL,
	"month_day" integer,
	"time" text NOT NULL,
	"time_zone" text NOT NULL,
	"ends_on" text,
	"runs_max" integer,
	"runs" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campaign_series_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_caps" (
	"user_id" text PRIMARY KEY NOT NULL,
	"per_day" integer,
	"per_week" integer
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "local_time" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "resend_of" uuid;