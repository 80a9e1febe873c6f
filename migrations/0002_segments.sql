CREATE TABLE "segment_members" (
	"user_id" text NOT NULL,
	"segment_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segment_members_user_id_segment_id_contact_id_pk" PRIMARY KEY("user_id","segment_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"condition" jsonb,
	"source_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segments_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "segment_members_contact" ON "segment_members" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_name" ON "segments" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "deliveries_opened" ON "deliveries" USING btree ("user_id","opened_at","contact_id") WHERE "deliveries"."opened_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_clicks_human" ON "delivery_clicks" USING btree ("user_id","created_at","contact_id") WHERE not "delivery_clicks"."is_machine";