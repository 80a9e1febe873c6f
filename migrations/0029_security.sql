CREATE TABLE "security_incidents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"network" text NOT NULL,
	"country" text NOT NULL,
	"account" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "browser_errors" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"message" text NOT NULL,
	"path" text NOT NULL,
	"stack" text NOT NULL,
	"version" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "instance_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"effect" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "security_incidents_hour" ON "security_incidents" USING btree ("hour","kind","subject","network","account");--> statement-breakpoint
CREATE INDEX "security_incidents_kind" ON "security_incidents" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "security_incidents_account" ON "security_incidents" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "browser_errors_last" ON "browser_errors" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "instance_blocks_value" ON "instance_blocks" USING btree ("kind","value");