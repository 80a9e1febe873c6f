CREATE TABLE "dmarc_reports" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"host" text NOT NULL,
	"org" text NOT NULL,
	"external_id" text NOT NULL,
	"day" text NOT NULL,
	"selectors" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dmarc_reports_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "dmarc_reports_once" UNIQUE("user_id","host","org","external_id")
);
--> statement-breakpoint
CREATE TABLE "dmarc_sources" (
	"user_id" text NOT NULL,
	"report_id" uuid NOT NULL,
	"source_ip" text NOT NULL,
	"messages" bigint NOT NULL,
	"aligned" bigint NOT NULL,
	"spf_aligned" bigint NOT NULL,
	"dkim_aligned" bigint NOT NULL,
	"stopped" bigint NOT NULL,
	CONSTRAINT "dmarc_sources_user_id_report_id_source_ip_pk" PRIMARY KEY("user_id","report_id","source_ip")
);
--> statement-breakpoint
ALTER TABLE "dmarc_reports" ADD CONSTRAINT "dmarc_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dmarc_sources" ADD CONSTRAINT "dmarc_sources_user_id_report_id_dmarc_reports_user_id_id_fk" FOREIGN KEY ("user_id","report_id") REFERENCES "public"."dmarc_reports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dmarc_reports_day" ON "dmarc_reports" USING btree ("user_id","day");