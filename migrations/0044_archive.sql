ALTER TABLE "campaigns" ADD COLUMN "archive_profile_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "late_recipients" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "approved_recipients" integer;--> statement-breakpoint
CREATE INDEX "campaigns_archived" ON "campaigns" USING btree ("user_id","archive_profile_id","started_at") WHERE "campaigns"."archive_profile_id" is not null;