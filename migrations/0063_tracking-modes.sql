CREATE TABLE "mail_clicks" (
	"user_id" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"campaign_id" uuid NOT NULL,
	"link" integer NOT NULL,
	"is_machine" boolean NOT NULL,
	"country" text NOT NULL,
	"device" text NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "mail_clicks_pk" PRIMARY KEY("user_id","sent_at","campaign_id","link","is_machine","country","device")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "tracking" text DEFAULT 'each' NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_clicks_campaign" ON "mail_clicks" USING btree ("user_id","campaign_id");--> statement-breakpoint
CREATE INDEX "mail_rollups_complained" ON "mail_rollups" USING btree ("user_id","host") WHERE "mail_rollups"."complained" > 0;--> statement-breakpoint
UPDATE "campaigns" SET "tracking" = 'none' WHERE NOT "is_tracked";