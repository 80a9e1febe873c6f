CREATE TABLE "browser_errors" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"message" text NOT NULL,
	"path" text NOT NULL,
	"stack" text NOT NULL,
	"version" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "security_incidents" ADD COLUMN "is_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "browser_errors_last" ON "browser_errors" USING btree ("last_at");