CREATE TABLE "link_checks" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"failed_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "link_names" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"user_id" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"is_shared" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"kept_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "link_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_through" text NOT NULL,
	"changed_by" text,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "utm_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"utm_source" text DEFAULT '' NOT NULL,
	"utm_medium" text DEFAULT '' NOT NULL,
	"utm_campaign" text DEFAULT '' NOT NULL,
	"utm_term" text DEFAULT '' NOT NULL,
	"utm_content" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "short_name" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "is_short_name_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "link_checks_due" ON "link_checks" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "link_checks_profile" ON "link_checks" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "link_checks_dead" ON "link_checks" USING btree ("user_id") WHERE "link_checks"."state" = 'dead';--> statement-breakpoint
CREATE UNIQUE INDEX "link_names_own" ON "link_names" USING btree ("user_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "link_names_shared" ON "link_names" USING btree ("name") WHERE "link_names"."is_shared";--> statement-breakpoint
CREATE INDEX "link_names_profile" ON "link_names" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "link_versions_link" ON "link_versions" USING btree ("link_id","id");--> statement-breakpoint
CREATE INDEX "link_versions_profile" ON "link_versions" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "utm_templates_account" ON "utm_templates" USING btree ("user_id");