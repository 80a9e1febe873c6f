CREATE TABLE "enrollment_steps" (
	"user_id" text NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sequence_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"contact_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"outcome" text NOT NULL,
	"part" integer,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "enrollment_steps_user_id_enrollment_id_number_pk" PRIMARY KEY("user_id","enrollment_id","number")
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"sequence_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"contact_id" uuid NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"step_id" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"step_at" timestamp (3) with time zone NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"is_skipping" boolean DEFAULT false NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "enrollments_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "sequence_batches" (
	"user_id" text NOT NULL,
	"sequence_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"step_id" text NOT NULL,
	"visit" integer NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "sequence_batches_user_id_sequence_id_version_step_id_visit_pk" PRIMARY KEY("user_id","sequence_id","version","step_id","visit")
);
--> statement-breakpoint
CREATE TABLE "sequence_versions" (
	"user_id" text NOT NULL,
	"sequence_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"snapshots" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text,
	CONSTRAINT "sequence_versions_user_id_sequence_id_version_pk" PRIMARY KEY("user_id","sequence_id","version")
);
--> statement-breakpoint
CREATE TABLE "sequences" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sequences_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "trigger_matches" (
	"user_id" text NOT NULL,
	"sequence_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	CONSTRAINT "trigger_matches_user_id_sequence_id_trigger_contact_id_pk" PRIMARY KEY("user_id","sequence_id","trigger","contact_id")
);
--> statement-breakpoint
CREATE INDEX "enrollment_steps_step" ON "enrollment_steps" USING btree ("user_id","sequence_id","version","step_id");--> statement-breakpoint
CREATE INDEX "enrollment_steps_contact" ON "enrollment_steps" USING btree ("user_id","contact_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_inside" ON "enrollments" USING btree ("user_id","sequence_id","contact_id") WHERE "enrollments"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_source" ON "enrollments" USING btree ("user_id","sequence_id","contact_id","source");--> statement-breakpoint
CREATE INDEX "enrollments_contact" ON "enrollments" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "enrollments_due" ON "enrollments" USING btree ("user_id","sequence_id","due_at") WHERE "enrollments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "enrollments_entered" ON "enrollments" USING btree ("user_id","sequence_id","entered_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_batches_batch" ON "sequence_batches" USING btree ("user_id","batch_id");--> statement-breakpoint
CREATE INDEX "sequences_active" ON "sequences" USING btree ("user_id") WHERE "sequences"."state" = 'active';--> statement-breakpoint
CREATE INDEX "trigger_matches_contact" ON "trigger_matches" USING btree ("user_id","contact_id");