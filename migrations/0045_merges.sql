CREATE TABLE "contact_merges" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"kept_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"undo" jsonb,
	CONSTRAINT "contact_merges_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_settings" ADD COLUMN "topics" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "wish" text;--> statement-breakpoint
CREATE INDEX "contact_merges_kept" ON "contact_merges" USING btree ("user_id","kept_id");--> statement-breakpoint
CREATE INDEX "contact_merges_undo" ON "contact_merges" USING btree ("at") WHERE "contact_merges"."undo" is not null;