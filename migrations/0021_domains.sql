CREATE TABLE "domain_proofs" (
	"host_hash" text PRIMARY KEY NOT NULL,
	"account_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"host" text NOT NULL,
	"zone" text NOT NULL,
	"token" text NOT NULL,
	"state" text DEFAULT 'added' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"seen" jsonb,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"active_at" timestamp (3) with time zone,
	"dangling_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "domain" text;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_account_host" ON "domains" USING btree ("account","host");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_verified" ON "domains" USING btree ("host") WHERE verified_at is not null;--> statement-breakpoint
CREATE INDEX "domains_profile" ON "domains" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "domains_due" ON "domains" USING btree ("next_check_at");