CREATE TABLE "import_changes" (
	"user_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"before" jsonb,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_changes_user_id_import_id_contact_id_pk" PRIMARY KEY("user_id","import_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"user_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"start" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_parts_user_id_import_id_start_pk" PRIMARY KEY("user_id","import_id","start")
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"user_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"problem" text NOT NULL,
	"is_left_out" boolean NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "import_problems_user_id_import_id_row_pk" PRIMARY KEY("user_id","import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer NOT NULL,
	"received" integer NOT NULL,
	"state" text NOT NULL,
	"encoding" text DEFAULT 'utf-8' NOT NULL,
	"delimiter" text DEFAULT ',' NOT NULL,
	"has_header" boolean DEFAULT true NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mode" text DEFAULT 'update' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"consent_text" text,
	"attested_at" timestamp (3) with time zone,
	"attested_by" text,
	"counts" jsonb NOT NULL,
	"expected" jsonb,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"problems" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "imports_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_ended" ON "imports" USING btree ("ended_at") WHERE "imports"."ended_at" is not null;