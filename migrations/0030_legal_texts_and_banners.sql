CREATE TABLE "banner_dismissals" (
	"banner_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"dismissed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "banner_dismissals_banner_id_user_id_pk" PRIMARY KEY("banner_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"tone" text NOT NULL,
	"url" text NOT NULL,
	"labels" jsonb NOT NULL,
	"audience" text NOT NULL,
	"from_at" timestamp (3) with time zone,
	"until_at" timestamp (3) with time zone,
	"updated_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_consents" (
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"dated" text NOT NULL,
	"how" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legal_consents_user_id_name_version_pk" PRIMARY KEY("user_id","name","version")
);
--> statement-breakpoint
CREATE TABLE "legal_drafts" (
	"name" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"name" text NOT NULL,
	"number" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"notice" text NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text,
	"told_until" text DEFAULT '' NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "legal_versions_name_number_pk" PRIMARY KEY("name","number")
);
--> statement-breakpoint
ALTER TABLE "banner_dismissals" ADD CONSTRAINT "banner_dismissals_banner_id_banners_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."banners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banner_dismissals" ADD CONSTRAINT "banner_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_consents" ADD CONSTRAINT "legal_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_drafts" ADD CONSTRAINT "legal_drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_versions" ADD CONSTRAINT "legal_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "banner_dismissals_user" ON "banner_dismissals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "legal_consents_version" ON "legal_consents" USING btree ("name","version");