CREATE TABLE "handover_offers" (
	"account" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"is_staying" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "bound_to" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "handed_over_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "handover_offers" ADD CONSTRAINT "handover_offers_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_offers" ADD CONSTRAINT "handover_offers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handover_offers_user" ON "handover_offers" USING btree ("user_id");