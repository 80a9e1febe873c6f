CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"node" text NOT NULL,
	"file" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"picture_count" integer DEFAULT 0 NOT NULL,
	"lost_pictures" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"verdict" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"roles" text[] NOT NULL,
	"figures" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outgoing_doors" (
	"name" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backups_time" ON "backups" USING btree ("started_at");