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
CREATE INDEX "feature_accounts_account" ON "feature_accounts" USING btree ("account");