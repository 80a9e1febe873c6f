CREATE TABLE "orders" (
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"contact_id" uuid,
	"campaign_id" uuid,
	"sent_at" timestamp (3) with time zone,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_sent" ON "orders" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "orders_contact" ON "orders" USING btree ("user_id","contact_id");