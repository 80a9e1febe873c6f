CREATE TABLE "user_change_items" (
	"change_id" uuid NOT NULL,
	"account" text NOT NULL,
	"undo" jsonb NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_change_items_change_id_account_pk" PRIMARY KEY("change_id","account")
);
--> statement-breakpoint
CREATE TABLE "user_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"change" jsonb NOT NULL,
	"selection" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"after_id" text DEFAULT '' NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_change_items" ADD CONSTRAINT "user_change_items_change_id_user_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."user_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_change_items" ADD CONSTRAINT "user_change_items_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_changes" ADD CONSTRAINT "user_changes_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_change_items_account" ON "user_change_items" USING btree ("account");--> statement-breakpoint
CREATE INDEX "user_changes_newest" ON "user_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_changes_maker" ON "user_changes" USING btree ("made_by");