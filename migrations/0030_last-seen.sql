ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "users" SET "last_seen_at" = coalesce((
	SELECT max(coalesce(s.last_used_at, s.created_at)) FROM "sessions" s WHERE s.user_id = "users"."id"
), "created_at");--> statement-breakpoint
CREATE INDEX "users_last_seen" ON "users" USING btree ("last_seen_at","id");
