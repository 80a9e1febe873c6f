CREATE TABLE "campaign_returns" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campaign_returns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "bounced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "complained_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "replied_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "campaign_returns_contact" ON "campaign_returns" USING btree ("user_id","contact_id","at");--> statement-breakpoint
CREATE INDEX "campaign_returns_kind" ON "campaign_returns" USING btree ("user_id","kind","at");--> statement-breakpoint
CREATE INDEX "deliveries_complained" ON "deliveries" USING btree ("user_id","complained_at") WHERE "deliveries"."complained_at" is not null;