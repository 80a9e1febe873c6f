CREATE TABLE "visit_texts" (
	"profile_id" uuid NOT NULL,
	"id" bigint NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "visit_texts_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
ALTER TABLE "link_analytics" ALTER COLUMN "user_agent" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "link_analytics" ALTER COLUMN "referrer" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "page_views" ALTER COLUMN "user_agent" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "page_views" ALTER COLUMN "referrer" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "link_analytics" ADD COLUMN "agent_id" bigint;--> statement-breakpoint
ALTER TABLE "link_analytics" ADD COLUMN "referrer_id" bigint;--> statement-breakpoint
ALTER TABLE "link_analytics" ADD COLUMN "utm_id" bigint;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "agent_id" bigint;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "referrer_id" bigint;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "utm_id" bigint;