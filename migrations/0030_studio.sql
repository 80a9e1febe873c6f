CREATE TABLE "broadcast_audiences" (
	"broadcast_id" uuid NOT NULL,
	"account" text NOT NULL,
	CONSTRAINT "broadcast_audiences_broadcast_id_account_pk" PRIMARY KEY("broadcast_id","account")
);
--> statement-breakpoint
CREATE TABLE "broadcast_template_versions" (
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"versions" jsonb NOT NULL,
	"channels" text[] NOT NULL,
	"target" text NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "broadcast_template_versions_template_id_version_pk" PRIMARY KEY("template_id","version")
);
--> statement-breakpoint
CREATE TABLE "broadcast_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcast_receivers" ADD COLUMN "clicked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "template" jsonb;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "repeat" jsonb;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "series" uuid;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "frozen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "last_batch_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "opened_on" text;--> statement-breakpoint
ALTER TABLE "broadcast_audiences" ADD CONSTRAINT "broadcast_audiences_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_audiences" ADD CONSTRAINT "broadcast_audiences_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_template_versions" ADD CONSTRAINT "broadcast_template_versions_template_id_broadcast_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."broadcast_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_template_versions" ADD CONSTRAINT "broadcast_template_versions_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_audiences_account" ON "broadcast_audiences" USING btree ("account");--> statement-breakpoint
CREATE INDEX "broadcast_template_versions_maker" ON "broadcast_template_versions" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "broadcasts_series" ON "broadcasts" USING btree ("series","send_at");