CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"profile_ids" uuid[],
	"invited_by" text,
	"accepted_by" text,
	"token_hashes" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_invitations_role" CHECK ("team_invitations"."role" in ('admin', 'editor', 'marketer', 'analyst', 'billing', 'viewer')),
	CONSTRAINT "team_invitations_state" CHECK ("team_invitations"."state" in ('open', 'accepted', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_open" ON "team_invitations" USING btree ("account","email") WHERE "team_invitations"."state" <> 'accepted';--> statement-breakpoint
CREATE INDEX "team_invitations_tokens" ON "team_invitations" USING gin ("token_hashes");--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_role" CHECK ("team_members"."role" in ('admin', 'editor', 'marketer', 'analyst', 'billing', 'viewer'));