DROP INDEX "first_campaigns_campaign";--> statement-breakpoint
ALTER TABLE "first_campaigns" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "first_campaigns" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "first_campaigns" ADD COLUMN "from_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "first_campaigns" ADD COLUMN "snapshot" jsonb;--> statement-breakpoint
ALTER TABLE "first_campaigns" ADD COLUMN "recipients" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "first_campaigns_id" ON "first_campaigns" USING btree ("id");--> statement-breakpoint
UPDATE "first_campaigns" "f" SET "name" = "c"."name", "from_name" = "c"."from_name", "snapshot" = "c"."snapshot", "recipients" = "c"."recipients"
	FROM "campaigns" "c" WHERE "c"."user_id" = "f"."user_id" AND "c"."id" = "f"."campaign_id";--> statement-breakpoint
ALTER TABLE "sending_stops" ADD COLUMN "by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "sending_stops" SET "by_staff" = true WHERE "staff_reason" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "sending_stops" DROP CONSTRAINT "sending_stops_pkey";--> statement-breakpoint
ALTER TABLE "sending_stops" ADD CONSTRAINT "sending_stops_user_id_by_staff_pk" PRIMARY KEY("user_id","by_staff");
