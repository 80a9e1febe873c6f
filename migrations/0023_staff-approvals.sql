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
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_approvals" ADD CONSTRAINT "staff_approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_approvals_open" ON "staff_approvals" USING btree ("account","action") WHERE "staff_approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "staff_approvals_waiting" ON "staff_approvals" USING btree ("proposed_at") WHERE "staff_approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "staff_approvals_proposer" ON "staff_approvals" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "staff_approvals_decider" ON "staff_approvals" USING btree ("decided_by");