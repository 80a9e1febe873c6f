CREATE TABLE "transactional_mails" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"template_id" uuid,
	"email" text NOT NULL,
	"reply_to" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"content" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"worker" uuid,
	"leased_until" timestamp (3) with time zone,
	"handing_since" timestamp (3) with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"provider_id" text,
	"outcome" text DEFAULT '' NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transactional_mails_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "transactional_mails" ADD CONSTRAINT "transactional_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transactional_mails_due" ON "transactional_mails" USING btree ("due_at","user_id","mailbox_id") WHERE "transactional_mails"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "transactional_mails_leased" ON "transactional_mails" USING btree ("leased_until") WHERE "transactional_mails"."state" = 'leased';--> statement-breakpoint
CREATE INDEX "transactional_mails_created" ON "transactional_mails" USING btree ("created_at");