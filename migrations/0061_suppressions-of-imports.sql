ALTER TABLE "suppressions" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "suppresses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "suppressions_import" ON "suppressions" USING btree ("import_id") WHERE "suppressions"."import_id" is not null;