ALTER TABLE "links" ADD COLUMN "staff_hidden" jsonb;--> statement-breakpoint
ALTER TABLE "links" ADD COLUMN "staff_adult" jsonb;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "staff_hidden" jsonb;--> statement-breakpoint
ALTER TABLE "client_profiles" ADD COLUMN "staff_adult" jsonb;--> statement-breakpoint
CREATE INDEX "links_staff_hidden" ON "links" USING btree (("staff_hidden"->>'change')) WHERE "links"."staff_hidden" is not null;--> statement-breakpoint
CREATE INDEX "links_staff_adult" ON "links" USING btree (("staff_adult"->>'change')) WHERE "links"."staff_adult" is not null;--> statement-breakpoint
CREATE INDEX "client_profiles_staff_hidden" ON "client_profiles" USING btree (("staff_hidden"->>'change')) WHERE "client_profiles"."staff_hidden" is not null;--> statement-breakpoint
CREATE INDEX "client_profiles_staff_adult" ON "client_profiles" USING btree (("staff_adult"->>'change')) WHERE "client_profiles"."staff_adult" is not null;