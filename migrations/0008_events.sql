CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"actor" jsonb NOT NULL,
	"subject" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"payload" jsonb NOT NULL,
	CONSTRAINT "events_account_id_pk" PRIMARY KEY("account","id")
);
--> statement-breakpoint
CREATE INDEX "events_time" ON "events" USING brin ("time");