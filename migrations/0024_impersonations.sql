CREATE TABLE "impersonations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"staff" text NOT NULL,
	"session_id" text NOT NULL,
	"level" text NOT NULL,
	"reason" text NOT NULL,
	"areas" text[] DEFAULT '{}' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_access" (
	"account" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_staff_users_id_fk" FOREIGN KEY ("staff") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_access" ADD CONSTRAINT "staff_access_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "impersonations_account" ON "impersonations" USING btree ("account");--> statement-breakpoint
CREATE INDEX "impersonations_staff" ON "impersonations" USING btree ("staff");--> statement-breakpoint
CREATE INDEX "impersonations_open" ON "impersonations" USING btree ("session_id") WHERE "impersonations"."ended_at" is null;