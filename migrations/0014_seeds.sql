CREATE TABLE "seed_addresses" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"address" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"security" text NOT NULL,
	"username" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seed_addresses_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "seed_addresses_once" UNIQUE("user_id","address")
);
--> statement-breakpoint
CREATE TABLE "seed_results" (
	"user_id" text NOT NULL,
	"test_id" uuid NOT NULL,
	"seed_id" uuid NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "seed_results_user_id_test_id_seed_id_pk" PRIMARY KEY("user_id","test_id","seed_id")
);
--> statement-breakpoint
CREATE TABLE "seed_tests" (
	"user_id" text NOT NULL,
	"id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"from_address" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seed_tests_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "seed_addresses" ADD CONSTRAINT "seed_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seed_results" ADD CONSTRAINT "seed_results_user_id_test_id_seed_tests_user_id_id_fk" FOREIGN KEY ("user_id","test_id") REFERENCES "public"."seed_tests"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seed_tests" ADD CONSTRAINT "seed_tests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seed_results_sought" ON "seed_results" USING btree ("looked_at") WHERE "seed_results"."state" = 'sent';--> statement-breakpoint
CREATE INDEX "seed_tests_newest" ON "seed_tests" USING btree ("user_id","created_at");