CREATE TABLE "price_lists" (
	"number" integer PRIMARY KEY NOT NULL,
	"tiers" jsonb NOT NULL,
	"most_popular_from" integer NOT NULL,
	"reason" text NOT NULL,
	"made_by" text,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price_list" integer DEFAULT 1 NOT NULL;