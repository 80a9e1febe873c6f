ALTER TABLE "orders" RENAME COLUMN "via" TO "sender_index";--> statement-breakpoint
ALTER TABLE "mail_opens" RENAME COLUMN "via" TO "sender_index";--> statement-breakpoint
ALTER TABLE "mail_rollups" RENAME COLUMN "via" TO "sender_index";--> statement-breakpoint
ALTER TABLE "batches" RENAME COLUMN "via_recipients" TO "sender_recipients";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "handing_since" TO "attempt_started_at";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "via" TO "sender_index";--> statement-breakpoint
ALTER TABLE "delivery_clicks" RENAME COLUMN "via" TO "sender_index";--> statement-breakpoint
ALTER TABLE "transactional_mails" RENAME COLUMN "handing_since" TO "attempt_started_at";--> statement-breakpoint
DROP INDEX "deliveries_due";--> statement-breakpoint
ALTER TABLE "mail_rollups" DROP CONSTRAINT "mail_rollups_user_id_kind_at_batch_id_host_via_pk";--> statement-breakpoint
ALTER TABLE "mail_rollups" ADD CONSTRAINT "mail_rollups_user_id_kind_at_batch_id_host_sender_index_pk" PRIMARY KEY("user_id","kind","at","batch_id","host","sender_index");--> statement-breakpoint
ALTER TABLE "transactional_mails" ADD COLUMN "tried_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("user_id","batch_id","sender_index","due_at") WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
ALTER TABLE "mail_opens" DROP CONSTRAINT "mail_opens_pk";
--> statement-breakpoint
ALTER TABLE "mail_opens" ADD CONSTRAINT "mail_opens_pk" PRIMARY KEY("user_id","sent_at","batch_id","sender_index","is_machine","country","device");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "sum_up_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO mail_rollups AS r (user_id, kind, at, batch_id, host, sender_index, sent, refused, returned, bounced_hard,
		bounced_soft, complained, replied, unsubscribed, opened, machine_opened, clicked, clicked_unopened, machine_clicked)
	SELECT user_id, kind, at, batch_id, host, sender_index, sum(sent), sum(refused), sum(returned), sum(bounced_hard),
		sum(bounced_soft), sum(complained), sum(replied), sum(unsubscribed), sum(opened), sum(machine_opened),
		sum(clicked), sum(clicked_unopened), sum(machine_clicked)
	FROM (
		SELECT m.user_id, f.kind, date_bin('15 minutes', f.at, 'epoch') AS at, m.batch_id,
			CASE WHEN f.kind = 'sent' THEN m.host ELSE '' END AS host, m.sender_index,
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
	GROUP BY user_id, kind, at, batch_id, host, sender_index
	HAVING sum(sent) <> 0 OR sum(refused) <> 0 OR sum(returned) <> 0 OR sum(bounced_hard) <> 0
		OR sum(bounced_soft) <> 0 OR sum(complained) <> 0 OR sum(replied) <> 0 OR sum(unsubscribed) <> 0
		OR sum(opened) <> 0 OR sum(machine_opened) <> 0 OR sum(clicked) <> 0 OR sum(clicked_unopened) <> 0
		OR sum(machine_clicked) <> 0
	-- Always in the same order, so that two statements never wait for each other.
	ORDER BY user_id, kind, at, batch_id, host, sender_index
	ON CONFLICT (user_id, kind, at, batch_id, host, sender_index) DO UPDATE SET sent = r.sent + excluded.sent,
		refused = r.refused + excluded.refused, returned = r.returned + excluded.returned,
		bounced_hard = r.bounced_hard + excluded.bounced_hard, bounced_soft = r.bounced_soft + excluded.bounced_soft,
		complained = r.complained + excluded.complained, replied = r.replied + excluded.replied,
		unsubscribed = r.unsubscribed + excluded.unsubscribed, opened = r.opened + excluded.opened,
		machine_opened = r.machine_opened + excluded.machine_opened, clicked = r.clicked + excluded.clicked,
		clicked_unopened = r.clicked_unopened + excluded.clicked_unopened, machine_clicked = r.machine_clicked + excluded.machine_clicked;
	RETURN NULL;
END $$;
