ALTER TABLE "analytics_rollups" ADD COLUMN "is_suspected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_visitors" ADD COLUMN "is_suspected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_analytics" ADD COLUMN "is_suspected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "is_suspected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX "link_analytics_variants";--> statement-breakpoint
ALTER TABLE "analytics_rollups" DROP CONSTRAINT "analytics_rollups_profile_id_grain_dimension_at_is_bot_key_pk";--> statement-breakpoint
ALTER TABLE "daily_visitors" DROP CONSTRAINT "daily_visitors_profile_id_day_visitor_pk";--> statement-breakpoint
ALTER TABLE "analytics_rollups" ADD CONSTRAINT "analytics_rollups_pk" PRIMARY KEY("profile_id","grain","dimension","at","is_bot","is_suspected","key");--> statement-breakpoint
ALTER TABLE "daily_visitors" ADD CONSTRAINT "daily_visitors_profile_id_day_visitor_is_suspected_pk" PRIMARY KEY("profile_id","day","visitor","is_suspected");--> statement-breakpoint
CREATE INDEX "link_analytics_variants" ON "link_analytics" USING btree ("profile_id","link_id","variant") WHERE "link_analytics"."variant" is not null and not "link_analytics"."is_bot" and not "link_analytics"."is_suspected";
