CREATE TABLE "mail_trust" (
	"user_id" text PRIMARY KEY NOT NULL,
	"counts" jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"trusted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_trust" ADD CONSTRAINT "mail_trust_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;