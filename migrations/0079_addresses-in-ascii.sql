-- Addresses are stored with their domain in ASCII (RFC 3492, RFC 5891) from now on. Where somebody has both forms
-- already, the other one stays as it is.
CREATE FUNCTION label_in_ascii(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points int[] := '{}'; written text := ''; least_point int := 128; delta int := 0; bias int := 72;
  done int; plain int; next_point int; point int; rest int; step int; edge int;
BEGIN
  IF octet_length(label) = char_length(label) THEN RETURN label; END IF;
  FOR at IN 1..char_length(label) LOOP
    point := ascii(substr(label, at, 1));
    points := points || point;
    IF point < 128 THEN written := written || chr(point); END IF;
  END LOOP;
  plain := char_length(written);
  done := plain;
  IF plain > 0 THEN written := written || '-'; END IF;
  WHILE done < array_length(points, 1) LOOP
    SELECT min(one) INTO next_point FROM unnest(points) one WHERE one >= least_point;
    delta := delta + (next_point - least_point) * (done + 1);
    least_point := next_point;
    FOREACH point IN ARRAY points LOOP
      IF point < least_point THEN delta := delta + 1; END IF;
      IF point = least_point THEN
        rest := delta;
        step := 36;
        LOOP
          edge := CASE WHEN step <= bias THEN 1 WHEN step >= bias + 26 THEN 26 ELSE step - bias END;
          EXIT WHEN rest < edge;
          written := written || substr(digits, edge + (rest - edge) % (36 - edge) + 1, 1);
          rest := (rest - edge) / (36 - edge);
          step := step + 36;
        END LOOP;
        written := written || substr(digits, rest + 1, 1);
        delta := CASE WHEN done = plain THEN delta / 700 ELSE delta / 2 END;
        delta := delta + delta / (done + 1);
        step := 0;
        WHILE delta > 455 LOOP
          delta := delta / 35;
          step := step + 36;
        END LOOP;
        bias := step + 36 * delta / (delta + 38);
        delta := 0;
        done := done + 1;
      END IF;
    END LOOP;
    delta := delta + 1;
    least_point := least_point + 1;
  END LOOP;
  RETURN 'xn--' || written;
END $$;--> statement-breakpoint
CREATE FUNCTION address_in_ascii(email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(email, '@[^@]*$', '') || '@' || string_agg(label_in_ascii(part), '.' ORDER BY at)
  FROM unnest(string_to_array(normalize(lower(regexp_replace(email, '^.*@', '')), NFKC), '.')) WITH ORDINALITY parts(part, at)
$$;--> statement-breakpoint
CREATE FUNCTION has_wide_domain(email text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT email LIKE '%@%' AND octet_length(regexp_replace(email, '^.*@', '')) <> char_length(regexp_replace(email, '^.*@', ''))
$$;--> statement-breakpoint
CREATE FUNCTION hash_of_address(account text, email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(replace(account || chr(10) || email, chr(92), repeat(chr(92), 2))::bytea), 'hex')
$$;--> statement-breakpoint
UPDATE "users" u SET "email" = address_in_ascii(u."email") WHERE has_wide_domain(u."email")
  AND NOT EXISTS (SELECT 1 FROM "users" o WHERE o."email" = address_in_ascii(u."email"));--> statement-breakpoint
UPDATE "email_changes" SET "email" = address_in_ascii("email") WHERE has_wide_domain("email");--> statement-breakpoint
UPDATE "team_invitations" i SET "email" = address_in_ascii(i."email") WHERE has_wide_domain(i."email")
  AND NOT EXISTS (SELECT 1 FROM "team_invitations" o WHERE o."account" = i."account" AND o."email" = address_in_ascii(i."email"));--> statement-breakpoint
UPDATE "fan_leads" l SET "email" = address_in_ascii(l."email") WHERE has_wide_domain(l."email")
  AND NOT EXISTS (SELECT 1 FROM "fan_leads" o WHERE o."profile_id" = l."profile_id" AND o."email" = address_in_ascii(l."email"));--> statement-breakpoint
-- Links in e-mail that they have got keep working, as after any change of address.
INSERT INTO "former_contacts" ("user_id", "id", "email_hash", "at")
  SELECT c."user_id", c."id", hash_of_address(c."user_id", c."email"), now() FROM "contacts" c WHERE has_wide_domain(c."email")
  AND NOT EXISTS (SELECT 1 FROM "contacts" o WHERE o."user_id" = c."user_id" AND o."email" = address_in_ascii(c."email"));--> statement-breakpoint
UPDATE "contacts" c SET "email" = address_in_ascii(c."email") WHERE has_wide_domain(c."email")
  AND NOT EXISTS (SELECT 1 FROM "contacts" o WHERE o."user_id" = c."user_id" AND o."email" = address_in_ascii(c."email"));--> statement-breakpoint
UPDATE "suppressions" s SET "email" = address_in_ascii(s."email"), "email_hash" = hash_of_address(s."user_id", address_in_ascii(s."email"))
  WHERE s."email" IS NOT NULL AND has_wide_domain(s."email") AND NOT EXISTS (SELECT 1 FROM "suppressions" o
    WHERE o."user_id" = s."user_id" AND o."email_hash" = hash_of_address(s."user_id", address_in_ascii(s."email"))
    AND o."scope" IS NOT DISTINCT FROM s."scope");--> statement-breakpoint
-- Whoever stays under both forms gets no e-mail under one that they don't want under the other.
INSERT INTO "suppressions" ("user_id", "id", "email_hash", "email", "reason", "wish", "scope", "note", "campaign", "created_at")
  SELECT s."user_id", gen_random_uuid(), hash_of_address(c."user_id", c."email"), c."email", s."reason", s."wish", s."scope", s."note", s."campaign", s."created_at"
  FROM "contacts" c JOIN "suppressions" s ON s."user_id" = c."user_id" AND s."email_hash" = hash_of_address(c."user_id", address_in_ascii(c."email"))
  WHERE has_wide_domain(c."email") ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP FUNCTION hash_of_address(text, text);--> statement-breakpoint
DROP FUNCTION has_wide_domain(text);--> statement-breakpoint
DROP FUNCTION address_in_ascii(text);--> statement-breakpoint
DROP FUNCTION label_in_ascii(text);
