CREATE TABLE "instance_rates" (
	"name" text PRIMARY KEY NOT NULL,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_receivers" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"receiver" text NOT NULL,
	"counts" jsonb NOT NULL,
	"last_turn" timestamp (3) with time zone,
	CONSTRAINT "mailbox_receivers_user_id_mailbox_id_receiver_pk" PRIMARY KEY("user_id","mailbox_id","receiver")
);
--> statement-breakpoint
ALTER TABLE "mailbox_receivers" ADD CONSTRAINT "mailbox_receivers_user_id_mailbox_id_mailboxes_user_id_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mailboxes"("user_id","id") ON DELETE cascade ON UPDATE no action;