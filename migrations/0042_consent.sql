CREATE TABLE "contact_requests" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email_hash" text NOT NULL,
	"by" text,
	"report" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_requests_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "former_contacts" DROP CONSTRAINT "former_contacts_user_id_id_pk";--> statement-breakpoint
ALTER TABLE "former_contacts" ADD CONSTRAINT "former_contacts_user_id_id_email_hash_pk" PRIMARY KEY("user_id","id","email_hash");--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "topic" text DEFAULT 'news' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "mail_every_days" integer;--> statement-breakpoint
ALTER TABLE "import_problems" ADD COLUMN "email_hash" text;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "confirm_sign_ups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_requests_newest" ON "contact_requests" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "contacts_hash" ON "contacts" USING hash (encode(sha256(replace("user_id" || chr(10) || "email", chr(92), repeat(chr(92), 2))::bytea), 'hex'));--> statement-breakpoint
CREATE INDEX "contacts_odd" ON "contacts" USING btree ("user_id","created_at","id") WHERE (split_part("contacts"."email", '@', 1) in ('abuse', 'accounts', 'admin', 'administrator', 'billing', 'bookings', 'careers', 'contact', 'enquiries', 'feedback', 'finance', 'hello', 'help', 'helpdesk', 'hostmaster', 'hr', 'info', 'inquiries', 'it', 'jobs', 'legal', 'mail', 'marketing', 'media', 'news', 'newsletter', 'no-reply', 'noreply', 'office', 'orders', 'postmaster', 'press', 'privacy', 'root', 'sales', 'security', 'service', 'services', 'shop', 'staff', 'support', 'team', 'webmaster') or split_part("contacts"."email", '@', 2) in ('10minutemail.com', '10minutemail.net', '20minutemail.com', '33mail.com', 'anonbox.net', 'burnermail.io', 'byom.de', 'discard.email', 'discardmail.com', 'dispostable.com', 'dropmail.me', 'emailfake.com', 'emailondeck.com', 'emailtemp.org', 'fakeinbox.com', 'fakemail.net', 'fakemailgenerator.com', 'getairmail.com', 'getnada.com', 'grr.la', 'guerrillamail.biz', 'guerrillamail.com', 'guerrillamail.de', 'guerrillamail.info', 'guerrillamail.net', 'guerrillamail.org', 'guerrillamailblock.com', 'harakirimail.com', 'inboxbear.com', 'inboxkitten.com', 'incognitomail.org', 'jetable.org', 'luxusmail.org', 'mail-temp.com', 'mailcatch.com', 'maildrop.cc', 'mailexpire.com', 'mailinator.com', 'mailinator.net', 'mailnesia.com', 'mailnull.com', 'mailpoof.com', 'mailsac.com', 'mintemail.com', 'minuteinbox.com', 'moakt.com', 'mohmal.com', 'mytemp.email', 'mytrashmail.com', 'nada.email', 'onewaymail.com', 'owlymail.com', 'sharklasers.com', 'spam4.me', 'spambog.com', 'spambox.us', 'spamex.com', 'spamgourmet.com', 'spamspot.com', 'temp-mail.io', 'temp-mail.org', 'tempail.com', 'tempinbox.com', 'tempmail.com', 'tempmail.dev', 'tempmail.net', 'tempmailo.com', 'tempr.email', 'throwawaymail.com', 'trash-mail.com', 'trashmail.com', 'trashmail.de', 'trashmail.net', 'trashmail.ws', 'trbvm.com', 'wegwerfemail.de', 'wegwerfmail.de', 'yopmail.com', 'yopmail.fr', 'yopmail.net', 'zetmail.com'));--> statement-breakpoint
CREATE INDEX "import_changes_contact" ON "import_changes" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "import_problems_hash" ON "import_problems" USING btree ("user_id","email_hash");