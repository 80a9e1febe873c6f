CREATE TABLE "batches" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"topic" text NOT NULL,
	"tracking" text NOT NULL,
	"mailbox_ids" uuid[] NOT NULL,
	"shares" smallint[] NOT NULL,
	"snapshot" jsonb NOT NULL,
	"via_recipients" integer[] NOT NULL,
	"rest_hours" smallint,
	"late_minutes" integer NOT NULL,
	"connection_failures" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "batches_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "campaign_clicks" RENAME TO "delivery_clicks";--> statement-breakpoint
ALTER TABLE "campaign_returns" RENAME TO "delivery_returns";--> statement-breakpoint
ALTER TABLE "mail_clicks" RENAME COLUMN "campaign_id" TO "batch_id";--> statement-breakpoint
ALTER TABLE "mail_opens" RENAME COLUMN "campaign_id" TO "batch_id";--> statement-breakpoint
ALTER TABLE "mail_rollups" RENAME COLUMN "campaign_id" TO "batch_id";--> statement-breakpoint
ALTER TABLE "delivery_clicks" RENAME COLUMN "campaign_id" TO "batch_id";--> statement-breakpoint
ALTER TABLE "delivery_returns" RENAME COLUMN "campaign_id" TO "batch_id";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "campaign_id" TO "batch_id";--> statement-breakpoint
DROP INDEX "mail_clicks_campaign";--> statement-breakpoint
DROP INDEX "mail_opens_campaign";--> statement-breakpoint
DROP INDEX "mail_rollups_campaign";--> statement-breakpoint
DROP INDEX "campaign_clicks_message";--> statement-breakpoint
DROP INDEX "campaign_clicks_sent";--> statement-breakpoint
DROP INDEX "campaign_returns_contact";--> statement-breakpoint
DROP INDEX "campaign_returns_kind";--> statement-breakpoint
DROP INDEX "campaigns_by_id";--> statement-breakpoint
DROP INDEX "deliveries_due";--> statement-breakpoint
DROP INDEX "deliveries_tried";--> statement-breakpoint
ALTER TABLE "mail_rollups" DROP CONSTRAINT "mail_rollups_user_id_kind_at_campaign_id_host_via_pk";--> statement-breakpoint
ALTER TABLE "delivery_clicks" DROP CONSTRAINT "campaign_clicks_user_id_id_pk";--> statement-breakpoint
ALTER TABLE "delivery_returns" DROP CONSTRAINT "campaign_returns_user_id_id_pk";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_user_id_campaign_id_contact_id_pk";--> statement-breakpoint
ALTER TABLE "mail_rollups" ADD CONSTRAINT "mail_rollups_user_id_kind_at_batch_id_host_via_pk" PRIMARY KEY("user_id","kind","at","batch_id","host","via");--> statement-breakpoint
ALTER TABLE "delivery_clicks" ADD CONSTRAINT "delivery_clicks_user_id_id_pk" PRIMARY KEY("user_id","id");--> statement-breakpoint
ALTER TABLE "delivery_returns" ADD CONSTRAINT "delivery_returns_user_id_id_pk" PRIMARY KEY("user_id","id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_batch_id_contact_id_pk" PRIMARY KEY("user_id","batch_id","contact_id");--> statement-breakpoint
CREATE INDEX "batches_by_id" ON "batches" USING btree ("id");--> statement-breakpoint
CREATE INDEX "batches_sending" ON "batches" USING btree ("state") WHERE "batches"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "mail_clicks_batch" ON "mail_clicks" USING btree ("user_id","batch_id");--> statement-breakpoint
CREATE INDEX "mail_opens_batch" ON "mail_opens" USING btree ("user_id","batch_id");--> statement-breakpoint
CREATE INDEX "mail_rollups_batch" ON "mail_rollups" USING btree ("user_id","batch_id","kind");--> statement-breakpoint
CREATE INDEX "delivery_clicks_message" ON "delivery_clicks" USING btree ("user_id","batch_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_clicks_sent" ON "delivery_clicks" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "delivery_returns_contact" ON "delivery_returns" USING btree ("user_id","contact_id","at");--> statement-breakpoint
CREATE INDEX "delivery_returns_kind" ON "delivery_returns" USING btree ("user_id","kind","at");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("user_id","batch_id","via","due_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_tried" ON "deliveries" USING btree ("user_id","batch_id","tried_at") WHERE "deliveries"."tried_at" is not null;--> statement-breakpoint
-- What has started goes on as the batch that it is now.
INSERT INTO "batches" ("user_id", "id", "state", "topic", "tracking", "mailbox_ids", "shares", "snapshot", "via_recipients",
	"rest_hours", "late_minutes", "connection_failures", "started_at", "ended_at", "looked_at")
SELECT "user_id", "id", CASE "state" WHEN 'sending' THEN 'sending' WHEN 'sent' THEN 'done' WHEN 'canceled' THEN 'canceled' ELSE 'paused' END,
	"topic", "tracking",
	"mailbox_id" || ARRAY(SELECT (m.one->>'mailbox_id')::uuid FROM jsonb_array_elements("more_mailboxes") WITH ORDINALITY AS m (one, place) ORDER BY place),
	"mailbox_share" || ARRAY(SELECT (m.one->>'share')::smallint FROM jsonb_array_elements("more_mailboxes") WITH ORDINALITY AS m (one, place) ORDER BY place),
	"snapshot", CASE WHEN "via_recipients" = '{}' THEN ARRAY["recipients"] ELSE "via_recipients" END,
	CASE WHEN "resend_of" IS NOT NULL THEN 48 END,
	coalesce((SELECT s."late_minutes" FROM "campaign_settings" s WHERE s."user_id" = "campaigns"."user_id"), 60),
	"connection_failures", "started_at", "ended_at", coalesce("looked_at", "started_at")
FROM "campaigns" WHERE "snapshot" IS NOT NULL AND "started_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" DROP COLUMN "snapshot";--> statement-breakpoint
ALTER TABLE "campaigns" DROP COLUMN "via_recipients";--> statement-breakpoint
ALTER TABLE "campaigns" DROP COLUMN "connection_failures";--> statement-breakpoint
ALTER TABLE "campaigns" DROP COLUMN "looked_at";--> statement-breakpoint
ALTER TABLE "mail_clicks" DROP CONSTRAINT "mail_clicks_pk";
--> statement-breakpoint
ALTER TABLE "mail_clicks" ADD CONSTRAINT "mail_clicks_pk" PRIMARY KEY("user_id","sent_at","batch_id","link","is_machine","country","device");--> statement-breakpoint
ALTER TABLE "mail_opens" DROP CONSTRAINT "mail_opens_pk";
--> statement-breakpoint
ALTER TABLE "mail_opens" ADD CONSTRAINT "mail_opens_pk" PRIMARY KEY("user_id","sent_at","batch_id","via","is_machine","country","device");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "sum_up_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO mail_rollups AS r (user_id, kind, at, batch_id, host, via, sent, refused, returned, bounced_hard,
		bounced_soft, complained, replied, unsubscribed, opened, machine_opened, clicked, clicked_unopened, machine_clicked)
	SELECT user_id, kind, at, batch_id, host, via, sum(sent), sum(refused), sum(returned), sum(bounced_hard),
		sum(bounced_soft), sum(complained), sum(replied), sum(unsubscribed), sum(opened), sum(machine_opened),
		sum(clicked), sum(clicked_unopened), sum(machine_clicked)
	FROM (
		SELECT m.user_id, f.kind, date_bin('15 minutes', f.at, 'epoch') AS at, m.batch_id,
			CASE WHEN f.kind = 'sent' THEN m.host ELSE '' END AS host, m.via,
			m.sign * f.sent AS sent, m.sign * f.refused AS refused, m.sign * f.returned AS returned,
			m.sign * f.bounced_hard AS bounced_hard, m.sign * f.bounced_soft AS bounced_soft,
			m.sign * f.complained AS complained, m.sign * f.replied AS replied,
			m.sign * f.unsubscribed AS unsubscribed, m.sign * f.opened AS opened,
			m.sign * f.machine_opened AS machine_opened, m.sign * f.clicked AS clicked,
			m.sign * f.clicked_unopened AS clicked_unopened, m.sign * f.machine_clicked AS machine_clicked
		FROM (
			SELECT *, -1 AS sign FROM old_rows WHERE state NOT IN ('pending', 'leased', 'uncertain', 'skipped')
			UNION ALL
			SELECT *, 1 FROM new_rows WHERE state NOT IN ('pending', 'leased', 'uncertain', 'skipped')
		) r
		-- What a person did with it proves that it arrived, whatever a server said.
		CROSS JOIN LATERAL (SELECT coalesce(r.opened_at, r.clicked_at, r.replied_at, r.unsubscribed_at,
			r.complained_at) IS NOT NULL AS arrived) a
		CROSS JOIN LATERAL (SELECT r.*, a.arrived, NOT a.arrived AND (r.state = 'failed'
			OR r.state = 'bounced_soft' AND r.handed_over_at IS NULL) AS unsent) m
		CROSS JOIN LATERAL (
			SELECT 'sent' AS kind, coalesce(m.handed_over_at, m.tried_at, m.due_at) AS at,
				(NOT m.unsent)::int AS sent,
				(m.unsent AND (m.state = 'bounced_soft' OR coalesce(m.reason, '') IN ('hard', 'policy')))::int AS refused,
				(NOT m.unsent AND NOT m.arrived AND m.state IN ('bounced_hard', 'bounced_soft')
					AND (m.bounced_at - m.handed_over_at <= interval '72 hours') IS NOT FALSE)::int AS returned,
				(m.state = 'bounced_hard' OR m.unsent AND coalesce(m.reason, '') = 'hard')::int AS bounced_hard,
				(NOT m.unsent AND m.state = 'bounced_soft')::int AS bounced_soft,
				(m.complained_at IS NOT NULL)::int AS complained, (m.replied_at IS NOT NULL)::int AS replied,
				(m.unsubscribed_at IS NOT NULL)::int AS unsubscribed, (m.opened_at IS NOT NULL)::int AS opened,
				(m.machine_opened_at IS NOT NULL AND m.opened_at IS NULL)::int AS machine_opened,
				(m.clicked_at IS NOT NULL)::int AS clicked,
				(m.clicked_at IS NOT NULL AND m.opened_at IS NULL)::int AS clicked_unopened,
				(m.machine_clicked_at IS NOT NULL AND m.clicked_at IS NULL)::int AS machine_clicked
			UNION ALL SELECT 'happened', m.handed_over_at, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
				WHERE m.handed_over_at IS NOT NULL
			UNION ALL SELECT 'happened', m.bounced_at, 0, 0, 0, (m.state = 'bounced_hard')::int,
				(m.state = 'bounced_soft')::int, 0, 0, 0, 0, 0, 0, 0, 0
				WHERE m.bounced_at IS NOT NULL AND NOT m.unsent
			UNION ALL SELECT 'happened', m.tried_at, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
				WHERE m.tried_at IS NOT NULL AND m.unsent AND m.reason = 'hard'
			UNION ALL SELECT 'happened', m.complained_at, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
				WHERE m.complained_at IS NOT NULL
			UNION ALL SELECT 'happened', m.replied_at, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0
				WHERE m.replied_at IS NOT NULL
			UNION ALL SELECT 'happened', m.unsubscribed_at, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0
				WHERE m.unsubscribed_at IS NOT NULL
			UNION ALL SELECT 'happened', m.opened_at, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0
				WHERE m.opened_at IS NOT NULL
			UNION ALL SELECT 'happened', m.clicked_at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0
				WHERE m.clicked_at IS NOT NULL
		) f
	) d
	GROUP BY user_id, kind, at, batch_id, host, via
	HAVING sum(sent) <> 0 OR sum(refused) <> 0 OR sum(returned) <> 0 OR sum(bounced_hard) <> 0
		OR sum(bounced_soft) <> 0 OR sum(complained) <> 0 OR sum(replied) <> 0 OR sum(unsubscribed) <> 0
		OR sum(opened) <> 0 OR sum(machine_opened) <> 0 OR sum(clicked) <> 0 OR sum(clicked_unopened) <> 0
		OR sum(machine_clicked) <> 0
	-- Always in the same order, so that two statements never wait for each other.
	ORDER BY user_id, kind, at, batch_id, host, via
	ON CONFLICT (user_id, kind, at, batch_id, host, via) DO UPDATE SET sent = r.sent + excluded.sent,
		refused = r.refused + excluded.refused, returned = r.returned + excluded.returned,
		bounced_hard = r.bounced_hard + excluded.bounced_hard, bounced_soft = r.bounced_soft + excluded.bounced_soft,
		complained = r.complained + excluded.complained, replied = r.replied + excluded.replied,
		unsubscribed = r.unsubscribed + excluded.unsubscribed, opened = r.opened + excluded.opened,
		machine_opened = r.machine_opened + excluded.machine_opened, clicked = r.clicked + excluded.clicked,
		clicked_unopened = r.clicked_unopened + excluded.clicked_unopened, machine_clicked = r.machine_clicked + excluded.machine_clicked;
	RETURN NULL;
END $$;
