CREATE TABLE "staff_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer,
	"reason" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_grants" ADD CONSTRAINT "staff_grants_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_grants_account" ON "staff_grants" USING btree ("account","created_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("role") WHERE "users"."role" <> 'user';--> statement-breakpoint
CREATE INDEX "users_text" ON "users" USING gin (fold_text(("name" || chr(10) || "email" || chr(10) || "id")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "client_profiles_text" ON "client_profiles" USING gin (fold_text(("name" || chr(10) || coalesce("display_name", '') || chr(10) || "username" || chr(10) || coalesce("domain", ''))) gin_trgm_ops);