CREATE TABLE "contact_tasks" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"title" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"assignee_id" text,
	"done_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_tasks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_settings" ADD COLUMN "stages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_settings" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "stage_id" uuid;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "stage_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "value_cents" bigint;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "owner_id" text;--> statement-breakpoint
CREATE INDEX "contact_tasks_contact" ON "contact_tasks" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_tasks_open" ON "contact_tasks" USING btree ("user_id","due_at","id") WHERE "contact_tasks"."done_at" is null;--> statement-breakpoint
CREATE INDEX "contact_tasks_reminders" ON "contact_tasks" USING btree ("due_at") WHERE "contact_tasks"."done_at" is null and "contact_tasks"."reminded_at" is null;--> statement-breakpoint
CREATE INDEX "contact_tasks_assignee" ON "contact_tasks" USING btree ("assignee_id") WHERE "contact_tasks"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "contacts_stage" ON "contacts" USING btree ("user_id","stage_id","stage_at","id") WHERE "contacts"."stage_id" is not null;--> statement-breakpoint
CREATE INDEX "contacts_owner" ON "contacts" USING btree ("owner_id","user_id") WHERE "contacts"."owner_id" is not null;