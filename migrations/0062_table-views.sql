CREATE TABLE "table_views" (
	"user_id" text NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"views" jsonb NOT NULL,
	CONSTRAINT "table_views_user_id_account_name_pk" PRIMARY KEY("user_id","account","name")
);
--> statement-breakpoint
ALTER TABLE "table_views" ADD CONSTRAINT "table_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_views" ADD CONSTRAINT "table_views_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "table_views_account" ON "table_views" USING btree ("account");