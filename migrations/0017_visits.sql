ALTER TABLE "packed_days" ADD COLUMN "visits" "bytea";--> statement-breakpoint
ALTER TABLE "packed_days" ADD COLUMN "visit_names" "bytea";--> statement-breakpoint
ALTER TABLE "packed_days" ADD COLUMN "first_clicks" "bytea";--> statement-breakpoint
CREATE INDEX "packed_days_old" ON "packed_days" USING btree ("day") WHERE "packed_days"."visits" is null;