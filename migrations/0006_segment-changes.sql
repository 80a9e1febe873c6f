CREATE TABLE "segment_changes" (
	"user_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "segment_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"contact_id" uuid NOT NULL,
	CONSTRAINT "segment_changes_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "segment_moves" (
	"user_id" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"segment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segment_moves_user_id_contact_id_id_pk" PRIMARY KEY("user_id","contact_id","id")
);
--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "watched" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "is_filled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "segment_moves_newest" ON "segment_moves" USING btree ("user_id","segment_id","at","id");--> statement-breakpoint
CREATE INDEX "segment_moves_age" ON "segment_moves" USING btree ("at");--> statement-breakpoint
CREATE INDEX "segments_due" ON "segments" USING btree ("due_at") WHERE "segments"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "segments_of_visits" ON "segments" USING btree ("user_id") WHERE "segments"."watched" && '{visited,clicked}'::text[];--> statement-breakpoint
-- Until they're filled, segments from before ask about everything.
UPDATE "segments" SET due_at = 'epoch', watched = '{bought,campaigns,clicked,clicked_email,consent,members,opened,received,replied,signed_up,visited}'
	WHERE kind = 'dynamic';--> statement-breakpoint
-- What the sweep of segments looks at is written down by triggers, in the transaction of the change, so that none of the
-- many ways to change a contact can forget it. Accounts without segments that ask pay one look into an index.
CREATE FUNCTION "stir_segments"() RETURNS void LANGUAGE sql AS $$
	SELECT pg_notify('fanfare_signals', '{"node":"database","name":"segments.stirred","payload":{}}')
$$;--> statement-breakpoint
CREATE FUNCTION "stir_by_segment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM stir_segments();
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "stir_by_contacts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO segment_changes (user_id, contact_id)
	SELECT r.user_id, r.id FROM changed_rows r
	WHERE EXISTS (SELECT FROM segments s WHERE s.user_id = r.user_id AND s.kind = 'dynamic');
	IF FOUND THEN
		PERFORM stir_segments();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "stir_by_consents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO segment_changes (user_id, contact_id)
	SELECT r.user_id, r.contact_id FROM changed_rows r
	WHERE EXISTS (SELECT FROM segments s WHERE s.user_id = r.user_id AND 'consent' = ANY(s.watched));
	IF FOUND THEN
		PERFORM stir_segments();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "stir_by_members"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO segment_changes (user_id, contact_id)
	SELECT r.user_id, r.contact_id FROM changed_rows r
	JOIN segments m ON m.user_id = r.user_id AND m.id = r.segment_id AND m.kind <> 'dynamic'
	WHERE EXISTS (SELECT FROM segments s WHERE s.user_id = r.user_id AND 'members' = ANY(s.watched));
	IF FOUND THEN
		PERFORM stir_segments();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "stir_by_views"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM segments WHERE watched && '{visited,clicked}'::text[]) THEN
		RETURN NULL;
	END IF;
	INSERT INTO segment_changes (user_id, contact_id)
	SELECT DISTINCT f.user_id, f.contact_id FROM changed_rows r
	JOIN fan_leads f ON f.profile_id = r.profile_id AND f.session_id = r.session_id AND f.contact_id IS NOT NULL
		AND f.created_at BETWEEN r.viewed_at - interval '30 minutes' AND r.viewed_at + interval '30 minutes'
	WHERE EXISTS (SELECT FROM segments s WHERE s.user_id = f.user_id AND s.watched && '{visited,clicked}'::text[]);
	IF FOUND THEN
		PERFORM stir_segments();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "stir_by_clicks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM segments WHERE watched && '{visited,clicked}'::text[]) THEN
		RETURN NULL;
	END IF;
	INSERT INTO segment_changes (user_id, contact_id)
	SELECT DISTINCT f.user_id, f.contact_id FROM changed_rows r
	JOIN fan_leads f ON f.profile_id = r.profile_id AND f.session_id = r.session_id AND f.contact_id IS NOT NULL
		AND f.created_at BETWEEN r.clicked_at - interval '30 minutes' AND r.clicked_at + interval '30 minutes'
	WHERE EXISTS (SELECT FROM segments s WHERE s.user_id = f.user_id AND s.watched && '{visited,clicked}'::text[]);
	IF FOUND THEN
		PERFORM stir_segments();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Whoever was merged into a contact brings along the segments that they were in, before anything looks at the contact.
CREATE FUNCTION "stir_by_merge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO segment_members (user_id, segment_id, contact_id, added_at)
		SELECT m.user_id, m.segment_id, NEW.kept_id, m.added_at FROM segment_members m
		WHERE m.user_id = NEW.user_id AND m.contact_id = NEW.id ON CONFLICT DO NOTHING;
	END IF;
	INSERT INTO segment_changes (user_id, contact_id)
	SELECT r.user_id, r.kept_id FROM (SELECT (CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END).*) r
	WHERE EXISTS (SELECT FROM segments s WHERE s.user_id = r.user_id AND s.kind = 'dynamic');
	IF FOUND THEN
		PERFORM stir_segments();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Its arguments are what a segment has to ask about for the row's contact to matter.
CREATE FUNCTION "stir_by_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM segments s WHERE s.user_id = NEW.user_id AND s.watched && TG_ARGV::text[]) THEN
		INSERT INTO segment_changes (user_id, contact_id) VALUES (NEW.user_id, NEW.contact_id);
		PERFORM stir_segments();
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Another campaign is among the last ones.
CREATE FUNCTION "stir_by_batch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE segments SET due_at = 'epoch' WHERE user_id = NEW.user_id AND 'campaigns' = ANY(watched);
	RETURN NULL;
END $$;--> statement-breakpoint
-- What conditions name is different: fields, topics, tags, stages, or the currency.
CREATE FUNCTION "stir_by_settings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE segments SET due_at = 'epoch' WHERE user_id = NEW.user_id AND kind = 'dynamic';
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "segments_stir" AFTER INSERT OR UPDATE OF due_at ON "segments"
	FOR EACH ROW WHEN (NEW.due_at = 'epoch')
	EXECUTE FUNCTION stir_by_segment();--> statement-breakpoint
CREATE TRIGGER "contacts_stir_insert" AFTER INSERT ON "contacts"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_contacts();--> statement-breakpoint
CREATE TRIGGER "contacts_stir_update" AFTER UPDATE ON "contacts"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_contacts();--> statement-breakpoint
CREATE TRIGGER "contact_consents_stir_insert" AFTER INSERT ON "contact_consents"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_consents();--> statement-breakpoint
CREATE TRIGGER "contact_consents_stir_update" AFTER UPDATE ON "contact_consents"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_consents();--> statement-breakpoint
CREATE TRIGGER "contact_consents_stir_delete" AFTER DELETE ON "contact_consents"
	REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_consents();--> statement-breakpoint
CREATE TRIGGER "segment_members_stir_insert" AFTER INSERT ON "segment_members"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_members();--> statement-breakpoint
CREATE TRIGGER "segment_members_stir_delete" AFTER DELETE ON "segment_members"
	REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_members();--> statement-breakpoint
CREATE TRIGGER "page_views_stir" AFTER INSERT ON "page_views"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_views();--> statement-breakpoint
CREATE TRIGGER "link_analytics_stir" AFTER INSERT ON "link_analytics"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stir_by_clicks();--> statement-breakpoint
CREATE TRIGGER "contact_merges_stir" AFTER INSERT OR DELETE ON "contact_merges"
	FOR EACH ROW EXECUTE FUNCTION stir_by_merge();--> statement-breakpoint
CREATE TRIGGER "deliveries_stir_insert" AFTER INSERT ON "deliveries"
	FOR EACH ROW WHEN (coalesce(NEW.handed_over_at, NEW.opened_at, NEW.replied_at) IS NOT NULL)
	EXECUTE FUNCTION stir_by_event('received', 'opened', 'replied');--> statement-breakpoint
CREATE TRIGGER "deliveries_stir_update" AFTER UPDATE ON "deliveries"
	FOR EACH ROW WHEN (NEW.handed_over_at IS DISTINCT FROM OLD.handed_over_at
		OR NEW.opened_at IS DISTINCT FROM OLD.opened_at OR NEW.replied_at IS DISTINCT FROM OLD.replied_at)
	EXECUTE FUNCTION stir_by_event('received', 'opened', 'replied');--> statement-breakpoint
CREATE TRIGGER "delivery_clicks_stir" AFTER INSERT OR UPDATE OF is_machine ON "delivery_clicks"
	FOR EACH ROW EXECUTE FUNCTION stir_by_event('clicked_email', 'clicked');--> statement-breakpoint
CREATE TRIGGER "orders_stir" AFTER INSERT OR UPDATE ON "orders"
	FOR EACH ROW WHEN (NEW.contact_id IS NOT NULL)
	EXECUTE FUNCTION stir_by_event('bought');--> statement-breakpoint
CREATE TRIGGER "fan_leads_stir" AFTER INSERT OR UPDATE ON "fan_leads"
	FOR EACH ROW WHEN (NEW.contact_id IS NOT NULL)
	EXECUTE FUNCTION stir_by_event('signed_up', 'visited', 'clicked');--> statement-breakpoint
CREATE TRIGGER "batches_stir" AFTER INSERT OR UPDATE OF started_at ON "batches"
	FOR EACH ROW EXECUTE FUNCTION stir_by_batch();--> statement-breakpoint
CREATE TRIGGER "contact_settings_stir" AFTER UPDATE ON "contact_settings"
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
	EXECUTE FUNCTION stir_by_settings();
