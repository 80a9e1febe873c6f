CREATE TABLE "campaign_clicks" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"link" integer NOT NULL,
	"is_scanner" boolean NOT NULL,
	"is_machine" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "campaign_clicks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"mailbox_id" uuid,
	"from_name" text DEFAULT '' NOT NULL,
	"template_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"audience" jsonb NOT NULL,
	"is_tracked" boolean DEFAULT true NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"snapshot" jsonb,
	"content_hash" text,
	"recipients" integer DEFAULT 0 NOT NULL,
	"left_out" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"connection_failures" integer DEFAULT 0 NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"user_id" text NOT NULL,
	"campaign_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"host" text NOT NULL,
	"worker" uuid,
	"leased_until" timestamp (3) with time zone,
	"handing_since" timestamp (3) with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"provider_id" text,
	"outcome" text DEFAULT '' NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"handed_over_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"machine_opened_at" timestamp (3) with time zone,
	"clicked_at" timestamp (3) with time zone,
	"machine_clicked_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_user_id_campaign_id_contact_id_pk" PRIMARY KEY("user_id","campaign_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "sending_stops" (
	"user_id" text PRIMARY KEY NOT NULL,
	"stopped_by" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "campaign_clicks_message" ON "campaign_clicks" USING btree ("user_id","campaign_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_by_id" ON "campaigns" USING btree ("id");--> statement-breakpoint
CREATE INDEX "campaigns_working" ON "campaigns" USING btree ("state") WHERE "campaigns"."state" in ('scheduled', 'preparing', 'sending');--> statement-breakpoint
CREATE INDEX "deliveries_contact" ON "deliveries" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("user_id","campaign_id","due_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("leased_until") WHERE "deliveries"."state" = 'leased';--> statement-breakpoint
CREATE INDEX "deliveries_tried" ON "deliveries" USING btree ("user_id","campaign_id","tried_at") WHERE "deliveries"."tried_at" is not null;