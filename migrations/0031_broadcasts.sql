CREATE TABLE "broadcast_receivers" (
	"broadcast_id" uuid NOT NULL,
	"account" text NOT NULL,
	"channels" text[] NOT NULL,
	"is_capped" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "broadcast_receivers_broadcast_id_account_pk" PRIMARY KEY("broadcast_id","account")
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"versions" jsonb NOT NULL,
	"channels" text[] NOT NULL,
	"target" text NOT NULL,
	"audience" jsonb NOT NULL,
	"is_urgent" boolean NOT NULL,
	"state" text NOT NULL,
	"send_at" text,
	"due_at" timestamp (3) with time zone,
	"total" integer DEFAULT 0 NOT NULL,
	"after_id" text DEFAULT '' NOT NULL,
	"made_by" text,
	"sent_by" text,
	"approved_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "broadcast_receivers" ADD CONSTRAINT "broadcast_receivers_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_receivers" ADD CONSTRAINT "broadcast_receivers_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_receivers_account" ON "broadcast_receivers" USING btree ("account");--> statement-breakpoint
CREATE INDEX "broadcasts_newest" ON "broadcasts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "broadcasts_due" ON "broadcasts" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "broadcasts_maker" ON "broadcasts" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "broadcasts_sender" ON "broadcasts" USING btree ("sent_by");--> statement-breakpoint
CREATE INDEX "broadcasts_approver" ON "broadcasts" USING btree ("approved_by");