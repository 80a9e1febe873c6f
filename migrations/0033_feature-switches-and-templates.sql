CREATE TABLE "reply_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb NOT NULL,
	"decisions" jsonb NOT NULL,
	"reasons" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feature_accounts" (
	"feature" text NOT NULL,
	"account" text NOT NULL,
	"is_on" boolean NOT NULL,
	"reason" text NOT NULL,
	"changed_by" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feature_accounts_feature_account_pk" PRIMARY KEY("feature","account")
);
--> statement-breakpoint
CREATE TABLE "feature_switches" (
	"feature" text PRIMARY KEY NOT NULL,
	"share" integer NOT NULL,
	"free" boolean,
	"premium" boolean,
	"version" integer NOT NULL,
	"changed_by" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reply_templates" ADD CONSTRAINT "reply_templates_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feature_accounts_account" ON "feature_accounts" USING btree ("account");