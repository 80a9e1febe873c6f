CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"config_id" text NOT NULL,
	"name" text,
	"start" text,
	"reference_id" text NOT NULL,
	"prefix" text,
	"key" text NOT NULL,
	"refill_interval" bigint,
	"refill_amount" integer,
	"last_refill_at" timestamp with time zone,
	"enabled" boolean DEFAULT true,
	"rate_limit_enabled" boolean DEFAULT true,
	"rate_limit_time_window" bigint,
	"rate_limit_max" integer,
	"request_count" integer DEFAULT 0,
	"remaining" integer,
	"last_request" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"permissions" text,
	"metadata" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"status" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"inviter_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"logo" text,
	"metadata" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"active_organization_id" text,
	"impersonated_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT false,
	"failed_verification_count" integer,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text,
	"banned" boolean DEFAULT false,
	"ban_reason" text,
	"ban_expires" timestamp with time zone,
	"two_factor_enabled" boolean DEFAULT false,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_rollups" (
	"profile_id" uuid NOT NULL,
	"grain" text collate "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_bot" boolean NOT NULL,
	"dimension" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "analytics_rollups_profile_id_grain_dimension_at_is_bot_key_pk" PRIMARY KEY("profile_id","grain","dimension","at","is_bot","key")
);
--> statement-breakpoint
CREATE TABLE "daily_visitors" (
	"profile_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"is_bot" boolean NOT NULL,
	CONSTRAINT "daily_visitors_profile_id_day_visitor_pk" PRIMARY KEY("profile_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "link_analytics" (
	"id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"referrer" text NOT NULL,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"region" text NOT NULL,
	"city" text NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"clicked_at" timestamp (3) with time zone NOT NULL,
	"referrer_host" text NOT NULL,
	"app" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"variant" text,
	CONSTRAINT "link_analytics_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"referrer" text NOT NULL,
	"country" text DEFAULT 'UNKNOWN' NOT NULL,
	"region" text NOT NULL,
	"city" text NOT NULL,
	"device_type" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL,
	"referrer_host" text NOT NULL,
	"app" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "page_views_profile_id_id_pk" PRIMARY KEY("profile_id","id")
);
--> statement-breakpoint
CREATE TABLE "rollup_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"done_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"url" text NOT NULL,
	"icon" text,
	"show_icon" boolean DEFAULT false NOT NULL,
	"show_adult_warning" boolean DEFAULT false NOT NULL,
	"is_ab_test" boolean DEFAULT false NOT NULL,
	"link_a" text,
	"link_b" text,
	"ab_split_ratio" double precision DEFAULT 0.5 NOT NULL,
	"geo_restrictions" jsonb,
	"geo_blocked_fallback_url" text,
	"click_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"display_name" text,
	"status" text DEFAULT 'active' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"profile_picture_url" text,
	"notes" text,
	"public_notes" text,
	"theme_settings" jsonb,
	"show_online_indicator" boolean DEFAULT false NOT NULL,
	"show_response_time" boolean DEFAULT false NOT NULL,
	"response_time" text,
	"customer_rescue_enabled" boolean DEFAULT false NOT NULL,
	"customer_rescue_url" text,
	"background_image_url" text,
	"overlay_color" text,
	"overlay_opacity" real,
	"promotion_text" text,
	"promotion_settings" jsonb,
	"social_platforms" jsonb,
	"facebook_pixel_id" text,
	"google_analytics_id" text,
	"screensaver_enabled" boolean DEFAULT false NOT NULL,
	"screensaver_link" text,
	"lead_capture_enabled" boolean,
	"lead_capture_title" text,
	"lead_capture_description" text,
	"collect_phone_enabled" boolean,
	"phone_required" boolean,
	"disclaimer_text" text,
	"button_text" text,
	"tiktok_fallback_enabled" boolean DEFAULT false NOT NULL,
	"direct_link_url" text,
	"direct_link_warning" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"link_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "old_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"kept_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance_values" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_keys_key" ON "api_keys" USING btree ("key");--> statement-breakpoint
CREATE INDEX "api_keys_reference" ON "api_keys" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "invitations_organization" ON "invitations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "members_organization" ON "members" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factors_user" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_founder" ON "users" USING btree ("role") WHERE "users"."role" = 'founder';--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "analytics_rollups_at" ON "analytics_rollups" USING brin ("at");--> statement-breakpoint
CREATE INDEX "link_analytics_time" ON "link_analytics" USING btree ("profile_id","clicked_at");--> statement-breakpoint
CREATE INDEX "page_views_time" ON "page_views" USING btree ("profile_id","viewed_at");--> statement-breakpoint
CREATE INDEX "links_profile" ON "links" USING btree ("profile_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "client_profiles_username" ON "client_profiles" USING btree ("username");--> statement-breakpoint
CREATE INDEX "client_profiles_user" ON "client_profiles" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "old_usernames_profile" ON "old_usernames" USING btree ("profile_id");