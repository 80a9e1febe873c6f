CREATE TABLE "staff_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"made_by" text NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"hash" text NOT NULL,
	"replaced" text[] DEFAULT '{}' NOT NULL,
	"old_until" timestamp (3) with time zone,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_why" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_keys" ADD CONSTRAINT "staff_keys_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_keys" ADD CONSTRAINT "staff_keys_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_keys_hash" ON "staff_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "staff_keys_replaced" ON "staff_keys" USING gin ("replaced");--> statement-breakpoint
CREATE INDEX "staff_keys_maker" ON "staff_keys" USING btree ("made_by","created_at");--> statement-breakpoint
CREATE INDEX "staff_keys_revoker" ON "staff_keys" USING btree ("revoked_by");