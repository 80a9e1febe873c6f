CREATE TABLE "alert_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_goals" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"profile_id" uuid,
	"metric" text NOT NULL,
	"target" integer NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"zone" text NOT NULL,
	"reached_at" timestamp (3) with time zone,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "analytics_goals_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "analytics_notes" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"profile_id" uuid,
	"day" date,
	"at" timestamp (3) with time zone,
	"text" text NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "analytics_notes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_subscriptions" (
	"user_id" text NOT NULL,
	"account" text NOT NULL,
	"cadence" text NOT NULL,
	"zone" text NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "report_subscriptions_user_id_account_pk" PRIMARY KEY("user_id","account")
);
--> statement-breakpoint
CREATE TABLE "stat_shares" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"parts" text[] NOT NULL,
	"period" text NOT NULL,
	"intro" text NOT NULL,
	"zone" text NOT NULL,
	"ends_on" date,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stat_shares_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "traffic_alerts" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"hours" integer NOT NULL,
	"views" integer NOT NULL,
	"usual" integer NOT NULL,
	"cause" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "traffic_alerts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
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
CREATE TABLE "page_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"page" jsonb NOT NULL,
	"changes" jsonb,
	"made_by" text,
	"made_at" timestamp (3) with time zone NOT NULL,
	"restored_from" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "themes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"theme" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "packed_days" ADD COLUMN "visits" "bytea";--> statement-breakpoint
ALTER TABLE "packed_days" ADD COLUMN "visit_names" "bytea";--> statement-breakpoint
ALTER TABLE "packed_days" ADD COLUMN "first_clicks" "bytea";--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "short_name" text;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "is_short_name_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "folder" text;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "own_css" text;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_subscriptions_account" ON "report_subscriptions" USING btree ("account");--> statement-breakpoint
CREATE UNIQUE INDEX "stat_shares_id" ON "stat_shares" USING btree ("id");--> statement-breakpoint
CREATE INDEX "traffic_alerts_profile" ON "traffic_alerts" USING btree ("profile_id","created_at");--> statement-breakpoint
CREATE INDEX "link_checks_due" ON "link_checks" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "link_checks_profile" ON "link_checks" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "link_checks_dead" ON "link_checks" USING btree ("user_id") WHERE "link_checks"."state" = 'dead';--> statement-breakpoint
CREATE UNIQUE INDEX "link_names_own" ON "link_names" USING btree ("user_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "link_names_shared" ON "link_names" USING btree ("name") WHERE "link_names"."is_shared";--> statement-breakpoint
CREATE INDEX "link_names_profile" ON "link_names" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "link_versions_link" ON "link_versions" USING btree ("link_id","id");--> statement-breakpoint
CREATE INDEX "link_versions_profile" ON "link_versions" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "utm_templates_account" ON "utm_templates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "page_versions_newest" ON "page_versions" USING btree ("user_id","profile_id","made_at");--> statement-breakpoint
CREATE INDEX "themes_account" ON "themes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "packed_days_old" ON "packed_days" USING btree ("day") WHERE "packed_days"."visits" is null;--> statement-breakpoint
CREATE INDEX "links_text" ON "links" USING gin (fold_text(("title" || chr(10) || "url" || coalesce(chr(10) || "description", '')
    || coalesce(chr(10) || "notes", '') || coalesce(chr(10) || "folder" || chr(30), '')
    || coalesce(chr(10) || "tags"[1] || chr(31), '') || coalesce(chr(10) || "tags"[2] || chr(31), '') || coalesce(chr(10) || "tags"[3] || chr(31), '') || coalesce(chr(10) || "tags"[4] || chr(31), '') || coalesce(chr(10) || "tags"[5] || chr(31), '') || coalesce(chr(10) || "tags"[6] || chr(31), '') || coalesce(chr(10) || "tags"[7] || chr(31), '') || coalesce(chr(10) || "tags"[8] || chr(31), '') || coalesce(chr(10) || "tags"[9] || chr(31), '') || coalesce(chr(10) || "tags"[10] || chr(31), '') || coalesce(chr(10) || "tags"[11] || chr(31), '') || coalesce(chr(10) || "tags"[12] || chr(31), '') || coalesce(chr(10) || "tags"[13] || chr(31), '') || coalesce(chr(10) || "tags"[14] || chr(31), '') || coalesce(chr(10) || "tags"[15] || chr(31), '') || coalesce(chr(10) || "tags"[16] || chr(31), '') || coalesce(chr(10) || "tags"[17] || chr(31), '') || coalesce(chr(10) || "tags"[18] || chr(31), '') || coalesce(chr(10) || "tags"[19] || chr(31), '') || coalesce(chr(10) || "tags"[20] || chr(31), ''))) gin_trgm_ops) WHERE "links"."deleted_at" is null;