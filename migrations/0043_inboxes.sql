CREATE TABLE "inboxes" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"host" text DEFAULT '' NOT NULL,
	"port" integer DEFAULT 0 NOT NULL,
	"security" text DEFAULT 'tls' NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"secret" text,
	"uid_validity" text,
	"last_uid" integer DEFAULT 0 NOT NULL,
	"history_id" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	"last_error_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inboxes_user_id_mailbox_id_pk" PRIMARY KEY("user_id","mailbox_id")
);
--> statement-breakpoint
ALTER TABLE "inboxes" ADD CONSTRAINT "inboxes_user_id_mailbox_id_mailboxes_user_id_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mailboxes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inboxes_due" ON "inboxes" USING btree ("due_at");