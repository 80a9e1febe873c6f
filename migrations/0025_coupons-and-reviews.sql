CREATE TABLE "coupon_redemptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"account" text,
	"reserved_until" timestamp (3) with time zone,
	"redeemed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"percent_off" integer,
	"amount_off_cents" integer,
	"months" integer,
	"redemptions_max" integer,
	"expires_at" timestamp (3) with time zone,
	"min_units" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "coupons_off" CHECK (("coupons"."percent_off" is null) <> ("coupons"."amount_off_cents" is null))
);
--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_once" ON "coupon_redemptions" USING btree ("coupon_id","account");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_account" ON "coupon_redemptions" USING btree ("account");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_reserved" ON "coupon_redemptions" USING btree ("reserved_until") WHERE "coupon_redemptions"."reserved_until" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("code");--> statement-breakpoint
CREATE INDEX "coupons_newest" ON "coupons" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "referrals_reviewed" ON "referrals" USING btree ("created_at","id") WHERE "referrals"."review" is not null;