CREATE TABLE "two_factor_removals" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "two_factor_removals" ADD CONSTRAINT "two_factor_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;