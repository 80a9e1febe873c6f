CREATE TABLE "incoming_webhook_calls" (
	"user_id" text NOT NULL,
	"webhook_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"contact_id" uuid,
	"body" jsonb NOT NULL,
	CONSTRAINT "incoming_webhook_calls_user_id_webhook_id_id_pk" PRIMARY KEY("user_id","webhook_id","id")
);
--> statement-breakpoint
CREATE TABLE "incoming_webhook_keys" (
	"user_id" text NOT NULL,
	"webhook_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incoming_webhook_keys_user_id_webhook_id_key_hash_pk" PRIMARY KEY("user_id","webhook_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "incoming_webhooks" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"email_path" text NOT NULL,
	"name_path" text NOT NULL,
	"id_path" text NOT NULL,
	"adds_contacts" boolean NOT NULL,
	"secret" text,
	"last_received_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refusal" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incoming_webhooks_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "incoming_webhooks_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "incoming_webhook_calls" ADD CONSTRAINT "incoming_webhook_calls_user_id_webhook_id_incoming_webhooks_user_id_id_fk" FOREIGN KEY ("user_id","webhook_id") REFERENCES "public"."incoming_webhooks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_webhook_keys" ADD CONSTRAINT "incoming_webhook_keys_user_id_webhook_id_incoming_webhooks_user_id_id_fk" FOREIGN KEY ("user_id","webhook_id") REFERENCES "public"."incoming_webhooks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_webhooks" ADD CONSTRAINT "incoming_webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incoming_webhook_calls_contact" ON "incoming_webhook_calls" USING btree ("user_id","contact_id");--> statement-breakpoint
CREATE INDEX "incoming_webhook_calls_age" ON "incoming_webhook_calls" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "incoming_webhook_keys_age" ON "incoming_webhook_keys" USING btree ("at");