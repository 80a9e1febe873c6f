CREATE TABLE "instance_messages" (
	"account" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "instance_messages_account_key_pk" PRIMARY KEY("account","key")
);
--> statement-breakpoint
ALTER TABLE "instance_messages" ADD CONSTRAINT "instance_messages_account_users_id_fk" FOREIGN KEY ("account") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "instance_messages_age" ON "instance_messages" USING btree ("created_at");