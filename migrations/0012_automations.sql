CREATE TABLE "automation_batches" (
	"user_id" text NOT NULL,
	"automation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"action_id" text NOT NULL,
	"visit" integer NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "automation_batches_pk" PRIMARY KEY("user_id","automation_id","version","action_id","visit")
);
--> statement-breakpoint
CREATE TABLE "automation_events" (
	"user_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "automation_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"contact_id" uuid,
	"source" text NOT NULL,
	"facts" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"cause_id" uuid,
	"is_by_system" boolean DEFAULT false NOT NULL,
	CONSTRAINT "automation_events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "automation_matches" (
	"user_id" text NOT NULL,
	"automation_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	CONSTRAINT "automation_matches_user_id_automation_id_contact_id_pk" PRIMARY KEY("user_id","automation_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "automation_runs" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"contact_id" uuid,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"facts" jsonb NOT NULL,
	"depth" smallint DEFAULT 0 NOT NULL,
	"cause_id" uuid,
	"state" text DEFAULT 'active' NOT NULL,
	"skip_reason" text,
	"failed_test" jsonb,
	"step" integer DEFAULT 0 NOT NULL,
	"results" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"step_at" timestamp (3) with time zone NOT NULL,
	"event_at" timestamp (3) with time zone NOT NULL,
	"acted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "automation_runs_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "automation_versions" (
	"user_id" text NOT NULL,
	"automation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"snapshots" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text,
	CONSTRAINT "automation_versions_user_id_automation_id_version_pk" PRIMARY KEY("user_id","automation_id","version")
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer,
	"watched" text[] DEFAULT '{}' NOT NULL,
	"secret" text,
	"budget_day" text DEFAULT '' NOT NULL,
	"budget_used" integer DEFAULT 0 NOT NULL,
	"scheduled_until" timestamp (3) with time zone,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automations_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "automation_batches_batch" ON "automation_batches" USING btree ("user_id","batch_id");--> statement-breakpoint
CREATE INDEX "automation_matches_contact" ON "automation_matches" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_source" ON "automation_runs" USING btree ("user_id","automation_id",coalesce("contact_id"::text, ''),"source");--> statement-breakpoint
CREATE INDEX "automation_runs_newest" ON "automation_runs" USING btree ("user_id","automation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "automation_runs_contact" ON "automation_runs" USING btree ("user_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_runs_due" ON "automation_runs" USING btree ("user_id","automation_id","due_at") WHERE "automation_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "automation_runs_failed" ON "automation_runs" USING btree ("user_id","automation_id","created_at","id") WHERE "automation_runs"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "automation_runs_age" ON "automation_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "automations_active" ON "automations" USING btree ("user_id") WHERE "automations"."state" = 'active';--> statement-breakpoint
CREATE INDEX "automations_of_visits" ON "automations" USING btree ("user_id") WHERE "automations"."watched" && '{page_opened,link_clicked}'::text[];--> statement-breakpoint
-- What rules ask about is written down by triggers, in the transaction of the change, so that none of the many ways to
-- change something can forget it. Accounts without active rules pay one look into an index.
CREATE FUNCTION "stir_automations"() RETURNS void LANGUAGE sql AS $$
	SELECT pg_notify('fanfare_signals', '{"node":"database","name":"automations.stirred","payload":{}}')
$$;--> statement-breakpoint
CREATE FUNCTION "asks_automation"(account text, kinds text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (SELECT FROM automations a WHERE a.user_id = account AND a.state = 'active' AND a.watched && kinds)
$$;--> statement-breakpoint
-- The run that acts in this transaction, if it's about this contact.
CREATE FUNCTION "automation_cause"(contact uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
	SELECT (nullif(current_setting('fanfare.automation_runs', true), '')::jsonb ->> coalesce(contact::text, ''))::uuid
$$;--> statement-breakpoint
CREATE FUNCTION "is_by_system"() RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT coalesce(current_setting('fanfare.is_by_system', true), '') = 'on'
$$;--> statement-breakpoint
-- The same for everything that one transaction changes, and never again.
CREATE FUNCTION "this_change"() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT txid_current()::text || ' ' || extract(epoch FROM transaction_timestamp())::text
$$;--> statement-breakpoint
-- What's new about a contact: tags, fields, and stages, each with what it became. Empty values come of new contacts.
CREATE FUNCTION "contact_transitions"(old_tags text[], new_tags text[], old_fields jsonb, new_fields jsonb,
	old_stage uuid, new_stage uuid) RETURNS TABLE (kind text, source text, facts jsonb) LANGUAGE sql STABLE AS $$
	SELECT 'tag', 'tag added ' || t, jsonb_build_object('action', 'added', 'tag', t)
		FROM unnest(new_tags) t WHERE t <> ALL (old_tags)
	UNION ALL
	SELECT 'tag', 'tag removed ' || t, jsonb_build_object('action', 'removed', 'tag', t)
		FROM unnest(old_tags) t WHERE t <> ALL (new_tags)
	UNION ALL
	SELECT 'field', 'field ' || k, jsonb_build_object('key', k, 'value', left(coalesce(new_fields->>k, ''), 500),
		'before', left(coalesce(old_fields->>k, ''), 500))
		FROM jsonb_object_keys(old_fields || new_fields) k WHERE new_fields->k IS DISTINCT FROM old_fields->k
	UNION ALL
	SELECT 'stage', 'stage left ' || old_stage, jsonb_build_object('action', 'left', 'stage_id', old_stage)
		WHERE old_stage IS NOT NULL AND new_stage IS DISTINCT FROM old_stage
	UNION ALL
	SELECT 'stage', 'stage entered ' || new_stage, jsonb_build_object('action', 'entered', 'stage_id', new_stage)
		WHERE new_stage IS NOT NULL AND new_stage IS DISTINCT FROM old_stage
$$;--> statement-breakpoint
CREATE FUNCTION "start_by_contacts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Such as a merge: nothing happened to anyone.
	IF coalesce(current_setting('fanfare.is_quiet', true), '') = 'on' THEN
		RETURN NULL;
	END IF;
	IF NOT EXISTS (SELECT FROM new_rows r JOIN automations a ON a.user_id = r.user_id AND a.state = 'active'
		AND a.watched && '{tag,field,stage}') THEN
		RETURN NULL;
	END IF;
	INSERT INTO automation_events (user_id, type, contact_id, source, facts, at, cause_id, is_by_system)
	SELECT n.user_id, c.kind, n.id, c.source || ' ' || this_change(), c.facts,
		CASE WHEN n.updated_at > o.updated_at THEN n.updated_at ELSE now() END, automation_cause(n.id), is_by_system()
	FROM new_rows n JOIN old_rows o ON o.user_id = n.user_id AND o.id = n.id,
		LATERAL contact_transitions(o.tags, n.tags, o.fields, n.fields, o.stage_id, n.stage_id) c
	WHERE (o.tags, o.fields, o.stage_id) IS DISTINCT FROM (n.tags, n.fields, n.stage_id)
		AND asks_automation(n.user_id, ARRAY[c.source]);
	IF FOUND THEN
		PERFORM stir_automations();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- What somebody did on a page in the visit in which they signed up there, before or after.
CREATE FUNCTION "start_by_views"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM automations WHERE watched && '{page_opened,link_clicked}'::text[]) THEN
		RETURN NULL;
	END IF;
	INSERT INTO automation_events (user_id, type, contact_id, source, facts, at)
	SELECT DISTINCT f.user_id, 'page_opened', f.contact_id, 'view ' || r.id, view_facts(r.profile_id, r.country, r.device_type, r.app,
		r.referrer_host, r.utm_id), r.viewed_at
	FROM changed_rows r
	JOIN fan_leads f ON f.profile_id = r.profile_id AND f.session_id = r.session_id AND f.contact_id IS NOT NULL
		AND f.created_at BETWEEN r.viewed_at - interval '30 minutes' AND r.viewed_at + interval '30 minutes'
	WHERE NOT r.is_bot AND NOT r.is_suspected AND asks_automation(f.user_id, '{page_opened}');
	IF FOUND THEN
		PERFORM stir_automations();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "start_by_link_clicks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM automations WHERE watched && '{page_opened,link_clicked}'::text[]) THEN
		RETURN NULL;
	END IF;
	INSERT INTO automation_events (user_id, type, contact_id, source, facts, at)
	SELECT DISTINCT f.user_id, 'link_clicked', f.contact_id, 'click ' || r.id, view_facts(r.profile_id, r.country, r.device_type, r.app,
		r.referrer_host, r.utm_id) || jsonb_build_object('link_id', r.link_id), r.clicked_at
	FROM changed_rows r
	JOIN fan_leads f ON f.profile_id = r.profile_id AND f.session_id = r.session_id AND f.contact_id IS NOT NULL
		AND f.created_at BETWEEN r.clicked_at - interval '30 minutes' AND r.clicked_at + interval '30 minutes'
	WHERE NOT r.is_bot AND NOT r.is_suspected AND asks_automation(f.user_id, '{link_clicked}');
	IF FOUND THEN
		PERFORM stir_automations();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "view_facts"(profile uuid, country text, device text, app text, referrer text, utm bigint)
	RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('profile_id', profile, 'country', country, 'device', device, 'app', app, 'referrer_host', referrer,
		'utm_source', coalesce((SELECT split_part(v.text, '|', 1) FROM visit_texts v
			WHERE v.profile_id = profile AND v.id = utm), ''))
$$;--> statement-breakpoint
CREATE FUNCTION "start_by_deliveries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO automation_events (user_id, type, contact_id, source, facts, at, cause_id)
	SELECT NEW.user_id, k.kind, NEW.contact_id, k.kind || ' ' || NEW.batch_id, jsonb_build_object('campaign_id', NEW.batch_id), k.at,
		automation_cause(NEW.contact_id)
	FROM (VALUES ('mail_sent', NEW.handed_over_at, OLD.handed_over_at), ('mail_opened', NEW.opened_at, OLD.opened_at),
		('bounced', NEW.bounced_at, OLD.bounced_at), ('complained', NEW.complained_at, OLD.complained_at)) k (kind, at, before)
	WHERE k.at IS NOT NULL AND k.before IS NULL AND asks_automation(NEW.user_id, ARRAY[k.kind]);
	IF FOUND THEN
		PERFORM stir_automations();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "start_by_mail_clicks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- On the account's own links and pages, they're clicks and views, too, which the sweep finds out.
	IF asks_automation(NEW.user_id, '{mail_clicked,link_clicked,page_opened}') THEN
		INSERT INTO automation_events (user_id, type, contact_id, source, facts, at)
		VALUES (NEW.user_id, 'mail_clicked', NEW.contact_id, 'click ' || NEW.id, jsonb_build_object('campaign_id', NEW.batch_id,
			'link', NEW.link, 'country', NEW.country, 'device', NEW.device), NEW.created_at);
		PERFORM stir_automations();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- What the product announces.
CREATE FUNCTION "start_by_events"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kinds text[];
BEGIN
	kinds := CASE NEW.name
		WHEN 'lead.captured' THEN '{lead,page_opened,link_clicked}'
		WHEN 'contact.confirmed' THEN '{confirmed}'
		WHEN 'contact.created' THEN '{contact_added,tag,field,stage}'
		WHEN 'segment.entered' THEN '{segment}'
		WHEN 'segment.left' THEN '{segment}'
		WHEN 'contact.unsubscribed' THEN '{unsubscribed}'
		WHEN 'contacts.suppressed' THEN '{unsubscribed}'
		WHEN 'order.reported' THEN '{order}'
		WHEN 'contact.replied' THEN '{replied}'
		WHEN 'incoming_webhook.received' THEN '{webhook}'
	END;
	IF NOT asks_automation(NEW.account, kinds) THEN
		RETURN NULL;
	END IF;
	INSERT INTO automation_events (user_id, type, contact_id, source, facts, at, cause_id, is_by_system)
	SELECT NEW.account, w.kind, w.contact, w.source, w.facts, coalesce(w.at, NEW.time), automation_cause(w.contact),
		NEW.actor->>'type' = 'system'
	FROM announced_to_automations(NEW.name, NEW.account, NEW.id, NEW.subject, NEW.payload) w
	WHERE asks_automation(NEW.account, ARRAY[w.watch]);
	IF FOUND THEN
		PERFORM stir_automations();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "announced_to_automations"(name text, account text, id uuid, subject text, payload jsonb)
	RETURNS TABLE (kind text, contact uuid, source text, facts jsonb, at timestamptz, watch text) LANGUAGE plpgsql STABLE AS $$
BEGIN
	IF name = 'lead.captured' THEN
		RETURN QUERY
		SELECT 'lead', f.contact_id, 'lead ' || f.id, jsonb_build_object('profile_id', f.profile_id, 'country', f.country,
				'referrer_host', f.referrer_host), NULL::timestamptz, 'lead'
			FROM fan_leads f WHERE f.user_id = account AND f.id = subject::uuid AND f.contact_id IS NOT NULL
		UNION ALL
		SELECT 'page_opened', f.contact_id, 'view ' || v.id, view_facts(v.profile_id, v.country, v.device_type, v.app, v.referrer_host,
				v.utm_id), v.viewed_at, 'page_opened'
			FROM fan_leads f JOIN page_views v ON v.profile_id = f.profile_id AND v.session_id = f.session_id
				AND v.viewed_at BETWEEN f.created_at - interval '30 minutes' AND f.created_at + interval '30 minutes'
			WHERE f.user_id = account AND f.id = subject::uuid AND f.contact_id IS NOT NULL AND NOT v.is_bot AND NOT v.is_suspected
		UNION ALL
		SELECT 'link_clicked', f.contact_id, 'click ' || v.id, view_facts(v.profile_id, v.country, v.device_type, v.app,
				v.referrer_host, v.utm_id) || jsonb_build_object('link_id', v.link_id), v.clicked_at, 'link_clicked'
			FROM fan_leads f JOIN link_analytics v ON v.profile_id = f.profile_id AND v.session_id = f.session_id
				AND v.clicked_at BETWEEN f.created_at - interval '30 minutes' AND f.created_at + interval '30 minutes'
			WHERE f.user_id = account AND f.id = subject::uuid AND f.contact_id IS NOT NULL AND NOT v.is_bot AND NOT v.is_suspected;
	ELSIF name = 'contact.created' THEN
		RETURN QUERY
		SELECT 'contact_added', subject::uuid, 'added', '{}'::jsonb, NULL::timestamptz, 'contact_added'
		UNION ALL
		SELECT t.kind, c.id, t.source || ' ' || this_change(), t.facts, NULL, t.source FROM contacts c,
			LATERAL contact_transitions('{}', c.tags, '{}', c.fields, NULL, c.stage_id) t
			WHERE c.user_id = account AND c.id = subject::uuid;
	ELSIF name = 'contact.confirmed' THEN
		RETURN QUERY SELECT 'confirmed', subject::uuid, 'confirmed ' || id, '{}'::jsonb, NULL::timestamptz, 'confirmed';
	ELSIF name IN ('segment.entered', 'segment.left') THEN
		RETURN QUERY SELECT 'segment', subject::uuid, name || ' ' || id, jsonb_build_object('action',
			CASE name WHEN 'segment.left' THEN 'left' ELSE 'entered' END, 'segment_id', payload->>'segment_id'), NULL::timestamptz,
			replace(name, '.', ' ') || ' ' || (payload->>'segment_id');
	ELSIF name = 'contact.unsubscribed' THEN
		RETURN QUERY SELECT 'unsubscribed', subject::uuid, 'unsubscribed ' || id,
			jsonb_build_object('topic', coalesce(payload->>'scope', '')), NULL::timestamptz, 'unsubscribed';
	ELSIF name = 'contacts.suppressed' THEN
		RETURN QUERY SELECT 'unsubscribed', u::uuid, 'unsubscribed ' || id,
			jsonb_build_object('topic', coalesce(payload->'unsubscribed'->>'scope', '')), NULL::timestamptz, 'unsubscribed'
			FROM jsonb_array_elements_text(coalesce(payload->'unsubscribed'->'ids', '[]')) u;
	ELSIF name = 'order.reported' THEN
		RETURN QUERY SELECT 'order', o.contact_id, 'order ' || o.id, jsonb_build_object('amount', o.amount, 'currency', o.currency,
			'order_id', o.id), NULL::timestamptz, 'order'
			FROM orders o WHERE o.user_id = account AND o.id = subject AND o.contact_id IS NOT NULL;
	ELSIF name = 'contact.replied' THEN
		RETURN QUERY SELECT 'replied', subject::uuid, 'replied ' || id, jsonb_build_object('campaign_id', payload->>'campaign'),
			NULL::timestamptz, 'replied';
	ELSIF name = 'incoming_webhook.received' THEN
		RETURN QUERY SELECT 'webhook', (payload->>'contact_id')::uuid, 'webhook ' || id, jsonb_build_object('webhook_id', subject)
			|| coalesce((SELECT jsonb_object_agg('body.' || b.key, b.value) FROM jsonb_each(payload->'body') b
				WHERE jsonb_typeof(payload->'body') = 'object'), '{}'), NULL::timestamptz, 'webhook';
	END IF;
END $$;--> statement-breakpoint
CREATE TRIGGER "contacts_start_automations" AFTER UPDATE ON "contacts"
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION start_by_contacts();--> statement-breakpoint
CREATE TRIGGER "page_views_start_automations" AFTER INSERT ON "page_views"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION start_by_views();--> statement-breakpoint
CREATE TRIGGER "link_analytics_start_automations" AFTER INSERT ON "link_analytics"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION start_by_link_clicks();--> statement-breakpoint
CREATE TRIGGER "deliveries_start_automations_insert" AFTER INSERT ON "deliveries"
	FOR EACH ROW WHEN (coalesce(NEW.handed_over_at, NEW.opened_at, NEW.bounced_at, NEW.complained_at) IS NOT NULL)
	EXECUTE FUNCTION start_by_deliveries();--> statement-breakpoint
CREATE TRIGGER "deliveries_start_automations" AFTER UPDATE ON "deliveries"
	FOR EACH ROW WHEN (NEW.handed_over_at IS DISTINCT FROM OLD.handed_over_at OR NEW.opened_at IS DISTINCT FROM OLD.opened_at
		OR NEW.bounced_at IS DISTINCT FROM OLD.bounced_at OR NEW.complained_at IS DISTINCT FROM OLD.complained_at)
	EXECUTE FUNCTION start_by_deliveries();--> statement-breakpoint
CREATE TRIGGER "delivery_clicks_start_automations" AFTER INSERT OR UPDATE OF is_machine ON "delivery_clicks"
	FOR EACH ROW WHEN (NOT NEW.is_machine) EXECUTE FUNCTION start_by_mail_clicks();--> statement-breakpoint
CREATE TRIGGER "events_start_automations" AFTER INSERT ON "events"
	FOR EACH ROW WHEN (NEW.name IN ('lead.captured', 'contact.confirmed', 'contact.created', 'segment.entered', 'segment.left',
		'contact.unsubscribed', 'contacts.suppressed', 'order.reported', 'contact.replied', 'incoming_webhook.received'))
	EXECUTE FUNCTION start_by_events();
