CREATE TABLE "team_members" (
	"account" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"profile_ids" uuid[],
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_members_account_user_id_pk" PRIMARY KEY("account","user_id")
);
--> statement-breakpoint
DROP TABLE "invitations" CASCADE;--> statement-breakpoint
DROP TABLE "members" CASCADE;--> statement-breakpoint
DROP TABLE "organizations" CASCADE;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "active_account" text;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_members_user" ON "team_members" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "active_organization_id";