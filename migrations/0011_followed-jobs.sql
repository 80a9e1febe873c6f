CREATE TABLE "followed_jobs" (
	"account" text NOT NULL,
	"id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"permission" text NOT NULL,
	"started_by" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "followed_jobs_account_id_pk" PRIMARY KEY("account","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "about" text;--> statement-breakpoint
CREATE INDEX "followed_jobs_age" ON "followed_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("account","about") WHERE "mails"."about" is not null;--> statement-breakpoint
UPDATE "mails" SET "about" = "data"->>'lead_id' WHERE "data" ? 'lead_id';
