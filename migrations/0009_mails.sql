CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text,
	"template" text NOT NULL,
	"once" text,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"maybe_twice" boolean DEFAULT false NOT NULL,
	"kept_as" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tried_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING gin ("recipient" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("template","once");