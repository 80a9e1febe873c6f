CREATE TABLE "sender_domains" (
	"user_id" text NOT NULL,
	"host" text NOT NULL,
	"checks" jsonb NOT NULL,
	"known" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sender_domains_user_id_host_pk" PRIMARY KEY("user_id","host")
);
--> statement-breakpoint
ALTER TABLE "sender_domains" ADD CONSTRAINT "sender_domains_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;