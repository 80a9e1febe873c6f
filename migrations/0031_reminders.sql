CREATE TABLE "reminder_receipts" (
	"rule" text NOT NULL,
	"account" text NOT NULL,
	"occasion" text NOT NULL,
	"number" integer NOT NULL,
	"message" text NOT NULL,
	"channels" text[] NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"watched_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "reminder_receipts_rule_account_occasion_number_pk" PRIMARY KEY("rule","account","occasion","number")
);
--> statement-breakpoint
CREATE TABLE "reminder_rules" (
	"rule" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"delay_days" integer NOT NULL,
	"channels" text[] NOT NULL,
	"repeat_days" integer,
	"times_max" integer NOT NULL,
	"versions" jsonb NOT NULL,
	"after_id" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reminder_receipts" ADD CONSTRAINT "reminder_receipts_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminder_receipts_account" ON "reminder_receipts" USING btree ("account");--> statement-breakpoint
CREATE INDEX "reminder_receipts_time" ON "reminder_receipts" USING btree ("rule","sent_at");--> statement-breakpoint
CREATE INDEX "reminder_receipts_watched" ON "reminder_receipts" USING btree ("rule","account") WHERE "reminder_receipts"."watched_until" is not null;