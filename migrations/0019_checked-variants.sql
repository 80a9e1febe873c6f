ALTER TABLE "link_checks" ADD COLUMN "field" text DEFAULT 'url' NOT NULL;--> statement-breakpoint
ALTER TABLE "link_checks" DROP CONSTRAINT "link_checks_pkey";--> statement-breakpoint
ALTER TABLE "link_checks" ADD CONSTRAINT "link_checks_link_id_field_pk" PRIMARY KEY("link_id","field");
