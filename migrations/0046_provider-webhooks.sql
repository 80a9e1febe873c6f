CREATE TABLE "mail_hook_tokens" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_hook_tokens_user_id_mailbox_id_id_pk" PRIMARY KEY("user_id","mailbox_id","id")
);
--> statement-breakpoint
CREATE TABLE "mail_hooks" (
	"user_id" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"token_digest" text NOT NULL,
	"secret" text NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refusal" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_hooks_user_id_mailbox_id_pk" PRIMARY KEY("user_id","mailbox_id"),
	CONSTRAINT "mail_hooks_token_digest_unique" UNIQUE("token_digest")
);
--> statement-breakpoint
ALTER TABLE "transactional_mails" ADD COLUMN "email_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_hook_tokens" ADD CONSTRAINT "mail_hook_tokens_user_id_mailbox_id_mail_hooks_user_id_mailbox_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mail_hooks"("user_id","mailbox_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_hooks" ADD CONSTRAINT "mail_hooks_user_id_mailbox_id_mailboxes_user_id_id_fk" FOREIGN KEY ("user_id","mailbox_id") REFERENCES "public"."mailboxes"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_hook_tokens_at" ON "mail_hook_tokens" USING btree ("at");--> statement-breakpoint
CREATE INDEX "transactional_mails_email" ON "transactional_mails" USING btree ("email_hash","user_id");--> statement-breakpoint
UPDATE "transactional_mails" SET "email_hash" = encode(sha256(replace("user_id" || chr(10) || "email", chr(92), repeat(chr(92), 2))::bytea), 'hex');
