DROP INDEX "two_factors_user";--> statement-breakpoint
DROP INDEX "passkeys_credential";--> statement-breakpoint
ALTER TABLE "passkeys" ALTER COLUMN "name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "passkeys" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "passkeys" ALTER COLUMN "created_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "two_factors" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "two_factors" ADD PRIMARY KEY ("user_id");--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "recovery_codes" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "last_step" bigint;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "trust_from" timestamp with time zone NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_of_provider" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
ALTER TABLE "two_factors" DROP COLUMN "backup_codes";--> statement-breakpoint
ALTER TABLE "two_factors" DROP COLUMN "verified";--> statement-breakpoint
ALTER TABLE "two_factors" DROP COLUMN "failed_verification_count";--> statement-breakpoint
ALTER TABLE "two_factors" DROP COLUMN "locked_until";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "two_factor_enabled";