ALTER TABLE "kept_answers" ADD COLUMN "owner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_answers" ADD COLUMN "attempt" uuid;--> statement-breakpoint
ALTER TABLE "kept_answers" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "kept_answers" ADD COLUMN "changed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "kept_answers_owner" ON "kept_answers" USING btree ("owner","created_at");