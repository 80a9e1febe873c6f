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
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_subscriptions_account" ON "report_subscriptions" USING btree ("account");--> statement-breakpoint
CREATE UNIQUE INDEX "stat_shares_id" ON "stat_shares" USING btree ("id");--> statement-breakpoint
CREATE INDEX "traffic_alerts_profile" ON "traffic_alerts" USING btree ("profile_id","created_at");