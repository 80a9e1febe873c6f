CREATE TABLE "account_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"reason" text NOT NULL,
	"step" text NOT NULL,
	"cursor" jsonb,
	"pages_total" integer NOT NULL,
	"profile_ids" uuid[] DEFAULT '{}' NOT NULL,
	"made_by" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "stat_shares" ADD COLUMN "made_in" text;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_source_users_id_fk" FOREIGN KEY ("source") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_target_users_id_fk" FOREIGN KEY ("target") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_merges" ADD CONSTRAINT "account_merges_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_merges_source" ON "account_merges" USING btree ("source") WHERE "account_merges"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "account_merges_target" ON "account_merges" USING btree ("target") WHERE "account_merges"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "account_merges_of_source" ON "account_merges" USING btree ("source","started_at");--> statement-breakpoint
CREATE INDEX "account_merges_of_target" ON "account_merges" USING btree ("target","started_at");--> statement-breakpoint
CREATE INDEX "account_merges_maker" ON "account_merges" USING btree ("made_by");