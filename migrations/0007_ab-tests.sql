CREATE TABLE "ab_assignments" (
	"user_id" text NOT NULL,
	"test_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"variant" smallint,
	"batch_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ab_assignments_user_id_test_id_contact_id_pk" PRIMARY KEY("user_id","test_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "ab_tests" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"campaign_id" uuid,
	"state" text DEFAULT 'draft' NOT NULL,
	"metric" text NOT NULL,
	"sample_kind" text NOT NULL,
	"sample_share" double precision NOT NULL,
	"sample_number" integer,
	"holdout_share" double precision NOT NULL,
	"collect_hours" integer NOT NULL,
	"min_effect" double precision NOT NULL,
	"rollout" text NOT NULL,
	"rollout_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"decide_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"chosen" smallint,
	"rolled_out_at" timestamp (3) with time zone,
	"split_alarmed_at" timestamp (3) with time zone,
	"result" jsonb,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ab_tests_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "ab_variants" (
	"user_id" text NOT NULL,
	"test_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preheader" text DEFAULT '' NOT NULL,
	"from_name" text DEFAULT '' NOT NULL,
	"template_id" uuid,
	"html" text DEFAULT '' NOT NULL,
	"delay_minutes" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stop_reason" text,
	CONSTRAINT "ab_variants_user_id_test_id_position_pk" PRIMARY KEY("user_id","test_id","position")
);
--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "variants" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "variant" smallint;--> statement-breakpoint
ALTER TABLE "ab_assignments" ADD CONSTRAINT "ab_assignments_user_id_test_id_ab_tests_user_id_id_fk" FOREIGN KEY ("user_id","test_id") REFERENCES "public"."ab_tests"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ab_variants" ADD CONSTRAINT "ab_variants_user_id_test_id_ab_tests_user_id_id_fk" FOREIGN KEY ("user_id","test_id") REFERENCES "public"."ab_tests"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ab_assignments_contact" ON "ab_assignments" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ab_tests_campaign" ON "ab_tests" USING btree ("user_id","campaign_id");--> statement-breakpoint
CREATE INDEX "ab_tests_newest" ON "ab_tests" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ab_tests_working" ON "ab_tests" USING btree ("state") WHERE "ab_tests"."state" = 'collecting';