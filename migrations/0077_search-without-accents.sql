-- A text as it's searched in: `foldText` in `src/lib/fold.ts` does the same. Indexes need a function that never changes,
-- which `unaccent` isn't, and not every server has. What `lower` knows depends on the server's locale, so other alphabets
-- that have two cases are spelled out. Most texts are done early, because spelling out takes most of the time.
CREATE FUNCTION fold_text(text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
declare
  folded text;
begin
  if octet_length($1) = length($1) then
    return lower($1 collate "C");
  end if;
  folded := lower(lower(regexp_replace(normalize($1, NFKD), '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe20-\ufe2f\ufeff]', '', 'g') collate "C") collate "default");
  if octet_length(folded) = length(folded) then
    return folded;
  end if;
  return replace(replace(replace(replace(
    translate(folded, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩØøŁłĐđÐðĦħŦŧıςẞÆŒÞ', 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџαβγδεζηθικλμνξοπρστυφχψωoollddddhhttiσßæœþ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end
$fold$;--> statement-breakpoint
DROP INDEX "contacts_text";--> statement-breakpoint
DROP INDEX "suppressions_text";--> statement-breakpoint
DROP INDEX "fan_leads_text";--> statement-breakpoint
DROP INDEX "mails_recipient";--> statement-breakpoint
CREATE INDEX "contacts_text" ON "contacts" USING gin (fold_text(("name" || chr(10) || "email" || chr(10) || coalesce("phone", '') || chr(10) || regexp_replace(coalesce("phone", ''), '[^0-9]', '', 'g'))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "suppressions_text" ON "suppressions" USING gin (fold_text((coalesce("email", ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "fan_leads_text" ON "fan_leads" USING gin (fold_text(("name" || chr(10) || "email" || chr(10) || coalesce("phone", '') || chr(10) || regexp_replace(coalesce("phone", ''), '[^0-9]', '', 'g'))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING gin (fold_text("recipient") gin_trgm_ops);