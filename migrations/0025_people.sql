CREATE TABLE "user_change_items" (
	"change_id" uuid NOT NULL,
	"account" text NOT NULL,
	"undo" jsonb NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_change_items_change_id_account_pk" PRIMARY KEY("change_id","account")
);
--> statement-breakpoint
CREATE TABLE "user_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"change" jsonb NOT NULL,
	"selection" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"after_id" text DEFAULT '' NOT NULL,
	"made_by" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factor_removals" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "impersonations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"staff" text NOT NULL,
	"session_id" text NOT NULL,
	"level" text NOT NULL,
	"reason" text NOT NULL,
	"areas" text[] DEFAULT '{}' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_access" (
	"account" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"account" text NOT NULL,
	"data" jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "user_change_items" ADD CONSTRAINT "user_change_items_change_id_user_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."user_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_change_items" ADD CONSTRAINT "user_change_items_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_changes" ADD CONSTRAINT "user_changes_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_removals" ADD CONSTRAINT "two_factor_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_staff_users_id_fk" FOREIGN KEY ("staff") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_access" ADD CONSTRAINT "staff_access_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_change_items_account" ON "user_change_items" USING btree ("account");--> statement-breakpoint
CREATE INDEX "user_changes_newest" ON "user_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_changes_maker" ON "user_changes" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "impersonations_account" ON "impersonations" USING btree ("account");--> statement-breakpoint
CREATE INDEX "impersonations_staff" ON "impersonations" USING btree ("staff");--> statement-breakpoint
CREATE INDEX "impersonations_open" ON "impersonations" USING btree ("session_id") WHERE "impersonations"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_approvals_open" ON "staff_approvals" USING btree ("account","action") WHERE "staff_approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "staff_approvals_waiting" ON "staff_approvals" USING btree ("proposed_at") WHERE "staff_approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "staff_approvals_proposer" ON "staff_approvals" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "staff_approvals_decider" ON "staff_approvals" USING btree ("decided_by");