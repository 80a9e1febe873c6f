CREATE TABLE "price_move_accounts" (
	"move" uuid NOT NULL,
	"account" text NOT NULL,
	"units" integer NOT NULL,
	"from_cents" integer NOT NULL,
	"to_cents" integer NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"moves_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"kept_at" timestamp (3) with time zone,
	CONSTRAINT "price_move_accounts_move_account_pk" PRIMARY KEY("move","account")
);
--> statement-breakpoint
CREATE TABLE "price_moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_list" integer NOT NULL,
	"to_list" integer NOT NULL,
	"moves_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"made_by" text,
	"made_at" timestamp (3) with time zone NOT NULL,
	"canceled_at" timestamp (3) with time zone,
	"canceled_by" text
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"number" integer PRIMARY KEY NOT NULL,
	"tiers" jsonb NOT NULL,
	"most_popular_from" integer NOT NULL,
	"reason" text NOT NULL,
	"made_by" text,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price_list" integer DEFAULT 1;--> statement-breakpoint
ALTER TABLE "price_move_accounts" ADD CONSTRAINT "price_move_accounts_move_price_moves_id_fk" FOREIGN KEY ("move") REFERENCES "public"."price_moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_move_accounts" ADD CONSTRAINT "price_move_accounts_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_moves" ADD CONSTRAINT "price_moves_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_moves" ADD CONSTRAINT "price_moves_canceled_by_users_id_fk" FOREIGN KEY ("canceled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_move_accounts_account" ON "price_move_accounts" USING btree ("account");