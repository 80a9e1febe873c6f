CREATE TABLE "page_import_counts" (
	"service" text NOT NULL,
	"day" date NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"successes" integer DEFAULT 0 NOT NULL,
	"links" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "page_import_counts_service_day_pk" PRIMARY KEY("service","day")
);
--> statement-breakpoint
CREATE TABLE "page_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"made_by" text,
	"page" jsonb NOT NULL,
	"profile_id" uuid,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pictures_failed" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "page_imports_account" ON "page_imports" USING btree ("user_id");