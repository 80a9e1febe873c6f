CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "contact_consents" (
	"user_id" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"topic" text NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"version" text NOT NULL,
	"method" text NOT NULL,
	"profile_id" uuid,
	"given_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "contact_consents_user_id_contact_id_topic_pk" PRIMARY KEY("user_id","contact_id","topic")
);
--> statement-breakpoint
CREATE TABLE "contact_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_timeline" (
	"user_id" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_timeline_user_id_contact_id_id_pk" PRIMARY KEY("user_id","contact_id","id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"phone" text,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"time_zone" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text NOT NULL,
	"profile_ids" uuid[] DEFAULT '{}' NOT NULL,
	"first_touch" jsonb,
	"last_touch" jsonb,
	"paused_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contacts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "former_contacts" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_contacts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"email" text,
	"reason" text NOT NULL,
	"scope" text,
	"note" text,
	"campaign" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "suppressions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "suppressions_address" UNIQUE NULLS NOT DISTINCT("user_id","email_hash","scope")
);
--> statement-breakpoint
ALTER TABLE "fan_leads" ADD COLUMN "contact_id" uuid;--> statement-breakpoint
INSERT INTO "contacts" ("user_id", "id", "email", "name", "phone", "country", "status", "profile_ids", "first_touch", "last_touch", "created_at", "updated_at")
SELECT "user_id", gen_random_uuid(), "email",
	(array_agg("name" ORDER BY "created_at", "id"))[1],
	(array_agg("phone" ORDER BY "created_at", "id") FILTER (WHERE "phone" IS NOT NULL))[1],
	coalesce((array_agg("country" ORDER BY "created_at", "id") FILTER (WHERE "country" <> 'UNKNOWN'))[1], 'UNKNOWN'),
	'new',
	array_agg("profile_id" ORDER BY "created_at", "id"),
	(array_agg("touch" ORDER BY "created_at", "id"))[1],
	(array_agg("touch" ORDER BY "created_at" DESC, "id" DESC))[1],
	min("created_at"), max("created_at")
FROM (SELECT *, jsonb_build_object('at', to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	'profile_id', "profile_id", 'referrer_host', "referrer_host", 'country', "country") AS "touch" FROM "fan_leads") AS "leads"
GROUP BY "user_id", "email";--> statement-breakpoint
UPDATE "fan_leads" SET "contact_id" = "contacts"."id" FROM "contacts"
WHERE "contacts"."user_id" = "fan_leads"."user_id" AND "contacts"."email" = "fan_leads"."email";--> statement-breakpoint
INSERT INTO "contact_consents" ("user_id", "contact_id", "id", "topic", "state", "text", "version", "method", "profile_id", "given_at")
SELECT DISTINCT ON ("user_id", "contact_id") "user_id", "contact_id", gen_random_uuid(), 'news', 'confirmed', "consent_text", "consent_version", 'form', "profile_id", "consented_at"
FROM "fan_leads" ORDER BY "user_id", "contact_id", "consented_at" DESC, "id";--> statement-breakpoint
INSERT INTO "contact_timeline" ("user_id", "contact_id", "id", "kind", "data", "at")
SELECT "user_id", "contact_id", "id", 'sign_up', jsonb_build_object('at', to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	'profile_id', "profile_id", 'referrer_host', "referrer_host", 'country', "country", 'name', "name", 'phone', "phone", 'consent_version', "consent_version"), "created_at"
FROM "fan_leads" ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE INDEX "contact_timeline_newest" ON "contact_timeline" USING btree ("user_id","contact_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_email" ON "contacts" USING btree ("user_id","email");--> statement-breakpoint
CREATE INDEX "contacts_id" ON "contacts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "contacts_newest" ON "contacts" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("user_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "contacts_facets" ON "contacts" USING gin ("user_id","tags","profile_ids","country","status");--> statement-breakpoint
CREATE INDEX "contacts_text" ON "contacts" USING gin (("name" || chr(10) || "email" || chr(10) || coalesce("phone", '') || chr(10) || regexp_replace(coalesce("phone", ''), '[^0-9]', '', 'g')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "former_contacts_id" ON "former_contacts" USING btree ("id");--> statement-breakpoint
CREATE INDEX "suppressions_newest" ON "suppressions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "suppressions_text" ON "suppressions" USING gin ((coalesce("email", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "fan_leads_contact" ON "fan_leads" USING btree ("user_id","contact_id");