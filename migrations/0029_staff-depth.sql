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
CREATE TABLE "instance_messages" (
	"account" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "instance_messages_account_key_pk" PRIMARY KEY("account","key")
);
--> statement-breakpoint
CREATE TABLE "security_incidents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"network" text NOT NULL,
	"country" text NOT NULL,
	"account" text NOT NULL,
	"is_own" boolean DEFAULT false NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "browser_errors" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"message" text NOT NULL,
	"path" text NOT NULL,
	"stack" text NOT NULL,
	"version" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "instance_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"effect" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD COLUMN "ban_declined" text;--> statement-breakpoint
ALTER TABLE "broadcast_receivers" ADD CONSTRAINT "broadcast_receivers_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_receivers" ADD CONSTRAINT "broadcast_receivers_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_messages" ADD CONSTRAINT "instance_messages_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_receivers_account" ON "broadcast_receivers" USING btree ("account");--> statement-breakpoint
CREATE INDEX "broadcasts_newest" ON "broadcasts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "broadcasts_due" ON "broadcasts" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "broadcasts_maker" ON "broadcasts" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "broadcasts_sender" ON "broadcasts" USING btree ("sent_by");--> statement-breakpoint
CREATE INDEX "broadcasts_approver" ON "broadcasts" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "instance_messages_age" ON "instance_messages" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_incidents_hour" ON "security_incidents" USING btree ("hour","kind","subject","network","account");--> statement-breakpoint
CREATE INDEX "security_incidents_kind" ON "security_incidents" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_incidents_account" ON "security_incidents" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "browser_errors_last" ON "browser_errors" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "instance_blocks_value" ON "instance_blocks" USING btree ("kind","value");