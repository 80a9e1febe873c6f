CREATE TABLE "media_objects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "object_bytes" integer;