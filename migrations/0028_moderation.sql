CREATE TABLE "moderation_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"username" text NOT NULL,
	"profile_id" uuid,
	"owner_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"is_urgent" boolean NOT NULL,
	"reports" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"assignee_id" text,
	"question" text,
	"asked_at" timestamp (3) with time zone,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"ground" text,
	"facts" text,
	"effects" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"appeal" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_outcome" text,
	"appeal_reason" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"appeal_decided_by" text
);
--> statement-breakpoint
DROP INDEX "page_reports_status";--> statement-breakpoint
DROP INDEX "page_reports_open";--> statement-breakpoint
ALTER TABLE "page_reports" ADD COLUMN "case_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_number" ON "moderation_cases" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_open" ON "moderation_cases" USING btree ("username") WHERE "moderation_cases"."state" in ('open', 'waiting', 'approval');--> statement-breakpoint
CREATE INDEX "moderation_cases_queue" ON "moderation_cases" USING btree ("state","is_urgent","created_at");--> statement-breakpoint
CREATE INDEX "moderation_cases_profile" ON "moderation_cases" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_owner" ON "moderation_cases" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "moderation_cases_username" ON "moderation_cases" USING btree ("username");--> statement-breakpoint
CREATE INDEX "page_reports_case" ON "page_reports" USING btree ("case_id","created_at");--> statement-breakpoint
INSERT INTO "moderation_cases" ("id", "number", "username", "profile_id", "owner_id", "state", "is_urgent", "reports", "created_at", "reported_at")
SELECT gen_random_uuid(), 'C' || substr(min(r."number"), 2), r."username", max(r."profile_id"::text)::uuid,
  (SELECT p."user_id" FROM "client_profiles" p WHERE p."id" = max(r."profile_id"::text)::uuid),
  r."status", bool_or(r."reason" = 'child-safety'), count(*), min(r."created_at"), max(r."created_at")
FROM "page_reports" r GROUP BY r."username", r."status";--> statement-breakpoint
UPDATE "page_reports" r SET "case_id" = c."id" FROM "moderation_cases" c WHERE c."username" = r."username" AND c."state" = r."status";--> statement-breakpoint
ALTER TABLE "page_reports" DROP COLUMN "status";