ALTER TABLE "former_contacts" DROP CONSTRAINT "former_contacts_user_id_id_email_hash_pk";--> statement-breakpoint
ALTER TABLE "former_contacts" ADD CONSTRAINT "former_contacts_user_id_id_email_hash_at_pk" PRIMARY KEY("user_id","id","email_hash","at");--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "google_since" timestamp (3) with time zone;