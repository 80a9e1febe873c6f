CREATE TABLE "account_milestones" (
	"user_id" text PRIMARY KEY NOT NULL,
	"signed_up_at" timestamp (3) with time zone NOT NULL,
	"profile_at" timestamp (3) with time zone,
	"link_at" timestamp (3) with time zone,
	"clicks_at" timestamp (3) with time zone,
	"lead_at" timestamp (3) with time zone,
	"email_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_weeks" (
	"week" date NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "account_weeks_week_user_id_pk" PRIMARY KEY("week","user_id")
);
--> statement-breakpoint
CREATE TABLE "instance_figure_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"done_until" timestamp (3) with time zone NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance_figures" (
	"metric" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"key" text collate "C" DEFAULT '' NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "instance_figures_metric_at_key_pk" PRIMARY KEY("metric","at","key")
);
--> statement-breakpoint
CREATE TABLE "instance_tops" (
	"kind" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"key" text collate "C" NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "instance_tops_kind_day_key_pk" PRIMARY KEY("kind","day","key")
);
--> statement-breakpoint
ALTER TABLE "account_milestones" ADD CONSTRAINT "account_milestones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_weeks" ADD CONSTRAINT "account_weeks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_milestones_signed_up" ON "account_milestones" USING btree ("signed_up_at");--> statement-breakpoint
CREATE INDEX "account_milestones_changed" ON "account_milestones" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "account_weeks_user" ON "account_weeks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "fan_leads_time" ON "fan_leads" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "mail_rollups_time" ON "mail_rollups" USING brin ("at");--> statement-breakpoint
CREATE INDEX "egress_tracking_newest" ON "egress_tracking" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "links_time" ON "links" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "client_profiles_time" ON "client_profiles" USING brin ("created_at");